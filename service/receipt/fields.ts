/**
 * The field tables of the receipt format (doc 3): name to type. One place that
 * says what an attribute is; reading, checking and documentation follow it.
 * Attributes of one country are in its folder (`countries/<cc>/fields.ts`).
 */

/**
 * `currency`: decimal with the currency's digits; `decimal`: any decimal;
 * `integer`: decimal without fraction; `percent`: decimal, a trailing `%` is
 * dropped; `free`: a text for people, in which payment card numbers are masked;
 * `datetime`: local ISO without offset, a fraction of the second is cut; `date`: its
 * day alone; `moment`: either of both, kept as sent; `list`: several words, given as
 * text or array; `country`: ISO 3166-1 alpha-2, in upper case.
 */
export type FieldType =
  | 'text'
  | 'free'
  | 'list'
  | 'country'
  | 'currency'
  | 'decimal'
  | 'integer'
  | 'percent'
  | 'datetime'
  | 'date'
  | 'moment'
  | 'boolean';

/** Fields of one element. */
export type FieldTable = Readonly<Record<string, FieldType>>;

/** A table of names, with blanks between them, that all have one type. */
export function texts(names: string, type: FieldType = 'text'): Record<string, FieldType> {
  return Object.fromEntries(names.split(' ').map((name) => [name, type]));
}

/** Fields of the elements of a receipt, by name; those of the entries of a list by the name of the list. */
export interface FieldTables {
  ESR: FieldTable;
  Ctm: FieldTable;
  /** Pos, Mod and Lin. */
  PosA: FieldTable;
  /** Pay, and Lin between them. */
  PayA: FieldTable;
  TaxA: FieldTable;
  /** Blocks of Head, Txt and Foot. */
  Txt: FieldTable;
}

/** Fields that a country adds; their names begin with its code, such as `SK_ParagonNumber`. */
export type CountryFields = Readonly<Partial<FieldTables>>;

/** Attributes of ESR. */
const ESR: FieldTable = {
  ...texts('TaxId TL TT TN Opr OprN OprTIN DT DN DD DDto DO NF NFS FN RFN RTL RTT RTN TP'),
  ...texts('RFiscal ResumeFN'),
  // Ours, for e-invoices: what the buyer finds it by (BT-10, BT-13).
  ...texts('BuyerReference OrderReference'),
  Rsn: 'free',
  D: 'datetime',
  D0: 'datetime',
  RD: 'moment',
  T: 'currency',
  TaxN: 'boolean',
  Void: 'boolean',
  Test: 'boolean',
};

/** Attributes of Ctm. */
const CUSTOMER: FieldTable = {
  ...texts('Nam Nam2 Adr Adr2 AdrNr Zip City TaxId CN Cat'),
  Ctry: 'country',
};

/** Ours, for e-invoices: VAT category (UNCL 5305), and why there is no tax, as VATEX code and in words. */
const VAT: FieldTable = texts('VatCategory VatExemption VatReason');

/** Attributes of the entries of PosA: Pos, Mod and Lin. */
const POSITION: FieldTable = {
  ...texts('PN IN ID SKU QtyU VouN Dev Cat CatN RFN RTL RTT RTN RPN Resume TS Prc'),
  ...texts('Dsc Note Info Rsn LAmt', 'free'),
  RD: 'moment',
  TaxG: 'list',
  Amt: 'currency',
  Qty: 'decimal',
  // A unit price may be finer than the currency: fuel at 1.599 a litre.
  Pri: 'decimal',
  Void: 'boolean',
  InH: 'boolean',
  SvcStartD: 'date',
  SvcEndD: 'date',
  ...VAT,
};

/** Attributes of the entries of PayA: Pay, and Lin between them. */
const PAYMENT: FieldTable = {
  ...texts('Dsc LAmt', 'free'),
  ...texts('UID PayG CC PN'),
  Amt: 'currency',
  // Digits of the foreign currency, which need not be ours.
  FAmt: 'decimal',
};

/** Attributes of Tax. */
const TAX: FieldTable = {
  // As positions write it: `20 %` is the same group as `20%`.
  TaxG: 'list',
  Prc: 'percent',
  Net: 'currency',
  TAmt: 'currency',
  Amt: 'currency',
  // Ours: TAmt is the tax of the margin alone.
  MarginScheme: 'boolean',
  ...VAT,
};

/** Attributes of Txt blocks in Head, Txt and Foot. */
const TEXT: FieldTable = texts('value Txt', 'free');

/** What is the same in all countries. */
export const FIELDS: FieldTables = {
  ESR,
  Ctm: CUSTOMER,
  PosA: POSITION,
  PayA: PAYMENT,
  TaxA: TAX,
  Txt: TEXT,
};

/** The same with what countries add. */
export function withFields(added: readonly CountryFields[]): FieldTables {
  const tables = { ...FIELDS };
  for (const name of Object.keys(FIELDS) as (keyof FieldTables)[]) {
    tables[name] = Object.assign({}, FIELDS[name], ...added.map((fields) => fields[name])) as FieldTable;
  }
  return tables;
}
