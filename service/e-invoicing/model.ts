/**
 * An invoice as EN 16931-1 means it, in the words of its business terms (BT, BG),
 * before it has a syntax. Amounts are minor units of the currency, dates `YYYY-MM-DD`.
 */
import type { VatCategory } from '../countries/contract/vat.ts';

/** A seller or buyer (BG-4, BG-7). */
export interface Party {
  name: string;
  /** BT-34, BT-49: where it is reached. */
  endpoint: Endpoint;
  /** BT-31, BT-48, with the country's prefix; null for none. */
  vatId: string | null;
  /** BT-30, BT-47; null for none. */
  registration: string | null;
  /** Its register, ISO 6523; null where it is not said. */
  registrationScheme: string | null;
  street: string;
  addition: string;
  zip: string;
  city: string;
  /** ISO 3166 alpha-2. */
  country: string;
}

/** An electronic address: scheme of the code list EAS, and value. */
export interface Endpoint {
  scheme: string;
  value: string;
}

/** A discount or markup of the whole document at one VAT rate (BG-20, BG-21). */
export interface Allowance {
  /** True for a markup. */
  isCharge: boolean;
  /** Never negative. */
  amount: number;
  reason: string;
  vat: Rate;
}

/** VAT category and rate; the rate is a percentage in shortest form, null where there is none (category O). */
export interface Rate {
  category: VatCategory;
  rate: string | null;
}

/** A row of the VAT breakdown (BG-23). */
export interface Breakdown extends Rate {
  base: number;
  tax: number;
  /** BT-121, BT-120. */
  exemptionCode: string | null;
  exemptionReason: string | null;
}

/** A line (BG-25). */
export interface Line {
  name: string;
  description: string;
  note: string;
  /** Decimal text, negative for what is taken back. */
  quantity: string;
  /** UN/ECE Recommendation 20. */
  unit: string;
  net: number;
  /** BT-146, never negative, of so many units (BT-149). */
  price: number;
  baseQuantity: string;
  vat: Rate;
  /** BT-134, BT-135. */
  from: string | null;
  till: string | null;
  /** BT-157, a GTIN; BT-155. */
  gtin: string | null;
  sellerId: string | null;
}

/** How it was or is to be paid (BG-16). */
export interface PaymentMeans {
  /** UNCL 4461. */
  code: string;
  text: string;
  account: { iban: string; name: string; bic: string } | null;
}

/** An invoice or credit note. */
export interface Invoice {
  /** BT-1. */
  number: string;
  /** BT-2. */
  date: string;
  /** 380 invoice, 381 credit note, whose amounts count the other way. */
  kind: '380' | '381';
  /** ISO 4217 code, and its digits: 0 to 2. */
  currency: string;
  digits: number;
  note: string;
  buyerReference: string | null;
  orderReference: string | null;
  /** BT-25, BT-26. */
  original: { number: string; date: string | null } | null;
  seller: Party;
  contact: { name: string; phone: string; mail: string } | null;
  buyer: Party;
  /** BT-72. */
  delivered: string;
  /** BT-80, where the law wants to know it, with BT-77 and BT-78. */
  deliveredTo: { country: string; city: string; zip: string } | null;
  due: string | null;
  terms: string;
  means: PaymentMeans;
  allowances: Allowance[];
  breakdown: Breakdown[];
  lines: Line[];
  totals: Totals;
}

/** BG-22. */
export interface Totals {
  /** BT-106, 107, 108, 109. */
  lines: number;
  allowances: number;
  charges: number;
  net: number;
  /** BT-110, 112. */
  tax: number;
  gross: number;
  /** BT-113, 114, 115. */
  paid: number;
  rounding: number;
  due: number;
}
