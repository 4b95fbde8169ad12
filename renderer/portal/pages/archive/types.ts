/** A record of a journal (docs/journal-format.md), as far as it is shown. */
export interface JournalRecord {
  _: string;
  SQ: number;
  RN: string;
  /** Local time of the shop. */
  D: string;
  Event?: string;
  ESR?: Receipt;
  Result?: { RC?: string; Warning?: string[]; UserMessage?: string };
  Fis?: {
    Code?: string;
    Tag?: { Label?: string; Name?: string; Value?: string }[];
    /** Of its e-invoice, where it asked for one. */
    EInvoice?: { State?: string };
  };
  Cfg?: unknown;
  /** Why the portal can make nothing of it; it has nothing but its name then. */
  Unreadable?: string;
}

/** States of an e-invoice that the portal looks for (docs/e-invoicing.md). */
export const INVOICE_STATES = ['queued', 'underway', 'delivered', 'rejected', 'settled'] as const;

/** What became of the e-invoice of a receipt; null: not known, or not yet. */
export interface InvoiceHistory {
  state: string | null;
  number: string | null;
  system: string | null;
  form: string | null;
  channel: string | null;
  recipient: string | null;
  digest: string | null;
  /** The oldest first; times are those of the shop. */
  history: { state: string; time: string; sq: number; reason?: string; reference?: string }[];
}

/** A receipt within a record. */
export interface Receipt {
  D?: string;
  TL?: string;
  TT?: string;
  TN?: string;
  FN?: string;
  T?: string;
  Opr?: string;
  /** Name of the operator. */
  OprN?: string;
  /** The customer, where the document names one. */
  Ctm?: { Nam?: string; Nam2?: string; TaxId?: string };
  PosA?: ReceiptLine[];
  PayA?: ReceiptLine[];
  TaxA?: ReceiptTax[];
}

/** A line of a receipt: a position, a modification, a payment. */
export interface ReceiptLine {
  _?: string;
  Dsc?: string;
  Qty?: string | number;
  Amt?: string | number;
  TaxG?: string;
}

/** A tax of a receipt. */
export interface ReceiptTax {
  TaxG?: string;
  Prc?: string | number;
  Net?: string | number;
  TAmt?: string | number;
  Amt?: string | number;
}

/** A record, and of which register it is. */
export type FoundRecord = JournalRecord & {
  registerId: number;
  currency?: string | null;
  /** Address of its public page, where it has one. */
  digitalReceipt?: string;
};
