/**
 * The field tables of the receipt format (doc 3): name to type. One place that
 * says what an attribute is; reading, checking and documentation follow it.
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

function texts(names: string, type: FieldType = 'text'): Record<string, FieldType> {
  return Object.fromEntries(names.split(' ').map((name) => [name, type]));
}

/** Attributes of ESR. */
export const ESR_FIELDS: FieldTable = {
  ...texts('TaxId TL TT TN Opr OprN OprTIN DT DN DD DDto DO NF NFS FN RFN RTL RTT RTN TP'),
  ...texts('RFiscal ResumeFN CZ_id_provoz FR_OperationType FR_Trainer HR_SpecNamj SK_ParagonNumber'),
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
export const CUSTOMER_FIELDS: FieldTable = {
  ...texts('Nam Nam2 Adr Adr2 AdrNr Zip City TaxId CN Cat FR_SIR FR_SRN FR_NAF IT_CodiceLotteria'),
  Ctry: 'country',
};

/** Attributes of the entries of PosA: Pos, Mod and Lin. */
export const POSITION_FIELDS: FieldTable = {
  ...texts('PN IN ID SKU QtyU VouN Dev Cat CatN RFN RTL RTT RTN RPN Resume TS'),
  ...texts('PT_TaxExemptionCode PT_TaxExemptionReason Prc'),
  ...texts('Dsc Note Info Rsn LAmt', 'free'),
  ...texts('SK_SellerIdType SK_SellerId SK_SpecialRegulation SK_InvoiceNumber'),
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
  DE_AGENTUR_ID: 'integer',
};

/** Attributes of the entries of PayA: Pay, and Lin between them. */
export const PAYMENT_FIELDS: FieldTable = {
  ...texts('Dsc LAmt', 'free'),
  ...texts('UID PayG CC PN'),
  Amt: 'currency',
  // Digits of the foreign currency, which need not be ours.
  FAmt: 'decimal',
};

/** Attributes of Tax. */
export const TAX_FIELDS: FieldTable = {
  TaxG: 'text',
  Prc: 'percent',
  Net: 'currency',
  TAmt: 'currency',
  Amt: 'currency',
  // Ours: TAmt is the tax of the margin alone.
  MarginScheme: 'boolean',
};

/** Attributes of Txt blocks in Head, Txt and Foot. */
export const TEXT_FIELDS: FieldTable = texts('value Txt', 'free');
