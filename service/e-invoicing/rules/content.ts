/** What the rules look at, the same for both syntaxes. Amounts are texts as written, empty where there are none. */

/** Seller or buyer as written. */
export interface ReadParty {
  name: string;
  country: string;
  city: string;
  zip: string;
  vatId: string;
  taxId: string;
  registration: string;
  endpoint: string;
  scheme: string;
}

/** Category and rate as written. */
export interface ReadRate {
  category: string;
  rate: string;
}

/** An invoice as written. */
export interface InvoiceContent {
  syntax: 'UBL' | 'CII';
  customization: string;
  process: string;
  number: string;
  date: string;
  kind: string;
  currency: string;
  buyerReference: string;
  orderReference: string;
  due: string;
  terms: string;
  delivered: string;
  /** Country, city and postal code; all empty where no place is named. */
  deliveredTo: { country: string; city: string; zip: string };
  seller: ReadParty;
  contact: { name: string; phone: string; mail: string };
  buyer: ReadParty;
  /** `card`: something is said of the card. */
  means: { code: string; account: string; card: boolean }[];
  /** BT-22. */
  notes: number;
  /** Currencies that amounts name. */
  currencies: string[];
  allowances: (ReadRate & { isCharge: boolean; amount: string; reason: string })[];
  breakdown: (ReadRate & { base: string; tax: string; exemption: string; exemptionCode: string })[];
  lines: (ReadRate & {
    id: string;
    name: string;
    quantity: string;
    unit: string;
    net: string;
    price: string;
    baseQuantity: string;
    baseUnit: string;
    from: string;
    till: string;
  })[];
  totals: Record<
    'lines' | 'allowances' | 'charges' | 'net' | 'tax' | 'gross' | 'paid' | 'rounding' | 'due',
    string
  >;
  /** Every amount with its name, for the rules on decimals. */
  amounts: { name: string; text: string }[];
  /** Elements without text and children, which no profile allows. */
  empty: string[];
}
