/**
 * What a Spanish document is, whatever system it is told to: all that stands in its record but what
 * a system adds. It is kept with the receipt, so that a correction can be made of it.
 */

/**
 * Kinds (L2 of the AEAT): F1 invoice, F2 simplified invoice, F3 invoice in place of simplified ones; R1 to R4
 * correct invoices, R5 simplified ones. TicketBAI has the same corrections; F1 to F3 are flags there.
 */
export type DocumentKind = 'F1' | 'F2' | 'F3' | 'R1' | 'R2' | 'R3' | 'R4' | 'R5';

/** Why a line bears no tax: exempt (E1 to E8), reverse charge (S2), not subject (N1: articles 7, 14; N2: by place). */
export type Cause = 'E1' | 'E2' | 'E3' | 'E4' | 'E5' | 'E6' | 'E7' | 'E8' | 'S2' | 'N1' | 'N2';

/** Company or person. Types, not interfaces: they are kept as JSON. */
export type Person = {
  name: string;
  /** Spanish tax number of nine characters; else `other` is there. */
  nif?: string;
  /** A foreign one: ISO country, kind (L7: 02 VAT number, 03 passport, 04 official, 06 other), number. */
  other?: { country: string; type: '02' | '03' | '04' | '06'; id: string };
  zip?: string;
  address?: string;
};

/** How a document is known: series and number joined by `/` are NumSerieFactura. */
export type DocumentId = {
  series: string;
  number: string;
  /** `YYYY-MM-DD`. */
  date: string;
};

/** A position. Amounts are decimals with a dot. */
export type DocumentLine = {
  text: string;
  quantity: string;
  /** Unit price without tax, up to 8 decimals. */
  unitPrice: string;
  /** With tax. */
  total: string;
};

/** A line of the tax table. Amounts have two decimals. */
export type TaxRow = {
  tax: 'IVA' | 'IPSI' | 'IGIC';
  /** Missing for a taxed line (S1). */
  cause?: Cause;
  /** Percentage, without the equivalence surcharge. */
  rate: string;
  base: string;
  quota: string;
  /** Equivalence surcharge: percentage and amount. */
  surcharge?: { rate: string; quota: string };
  /** Special scheme (L8A: 01 general, 03 margin, 17 OSS ...). */
  regime: string;
};

/** A document that is issued. */
export type IssuedDocument = {
  id: DocumentId;
  /** Local time `hh:mm:ss`. */
  time: string;
  kind: DocumentKind;
  issuer: Person & { nif: string };
  /** Nobody on simplified invoices. */
  recipients: Person[];
  description: string;
  /** Services, no goods. */
  services?: true;
  lines: DocumentLine[];
  taxes: TaxRow[];
  /** Quotas and surcharges. */
  quota: string;
  total: string;
  /** Corrected by R1 to R5 (always by the differences), or replaced by F3. */
  references: DocumentId[];
};

/** A document that is taken back because it should not have been issued. */
export type CancelledDocument = {
  id: DocumentId;
  issuer: Person & { nif: string };
};
