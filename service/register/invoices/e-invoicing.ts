/**
 * What registers ask of electronic invoicing (room `e-invoicing`), and what they
 * remember of an invoice that is to be handed over.
 */
import type { Country } from '../../countries/contract/country.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';

/** Type of the records that hold an invoice as it was made. */
export const INVOICE = 'EInvoice';

/** An invoice that is to be handed over, in the register's state from the commit of its receipt on. */
export interface HandOver {
  /** Sequence number of the receipt. */
  sq: number;
  /** What it is known by wherever it is sent: a UUID, the same for ever. */
  id: string;
  /** When the receipt was registered, local time. */
  since: string;
  /** Sequence number of the configuration in force then. */
  cfg: number;
  /** Where it goes, as the delivery system of `DD` was set up then. */
  route: Json;
  /** Sequence number of the record with the invoice; null until it is made. */
  document: number | null;
  /** The channel has taken it and has still to say what became of it. */
  underWay: boolean;
  /** Why it cannot be handed over without a person; null while it can. */
  rejected: { at: string; text: string } | null;
  /** A manager sends it to another address than its own: that address, and what this sending is known by. */
  again?: { to: string; id: string };
}

/** Why an invoice is not handed over, so that a page can say it in its language (`eInvoices.cause` of the locales). */
export interface Cause {
  code: CauseCode;
  /** What the words name: `attribute`, `folder`, or what the channel `said`. */
  params?: Readonly<Partial<Record<'attribute' | 'folder' | 'said', string>>>;
}

/** Codes of {@link Cause}: what is not set up, what did not work, what cannot be handed over at all. */
export type CauseCode =
  | ('urlMissing' | 'urlWrong' | 'tokenMissing' | 'folderMissing')
  | ('mailServer' | 'mailFrom' | 'mailTest' | 'passwordMissing')
  | ('unreachable' | 'login' | 'answer' | 'encryption')
  | ('folderAbsent' | 'folderRights' | 'folderFull' | 'folder')
  | ('refused' | 'recipient' | 'rules' | 'version' | 'journal' | 'internal');

/** Where an invoice stands; see {@link EInvoiceState}. */
export const INVOICE_STATES = ['queued', 'underway', 'delivered', 'rejected', 'settled'] as const;

/** What an answer says of the invoice (`Fis.EInvoice`): with the receipt `queued`, later by late fiscal data. */
export interface EInvoiceState {
  Id: string;
  /** Delivery system, with `-TEST` where it was the test system. */
  System: string;
  Form: string;
  /**
   * `queued`: waits. `underway`: taken by the channel. `delivered`: with the recipient, or where the
   * channel's duty ends. `rejected`: needs a person. `settled`: a person has seen to it by other means.
   */
  State: (typeof INVOICE_STATES)[number];
  /** Local time of the state. */
  D: string;
  /** Why it is rejected or settled. */
  Reason?: string;
  /** Code of {@link Cause} for the reason, and what the channel said about it; only where it is rejected. */
  Cause?: string;
  Said?: string;
  /** Address that a manager had it sent to in the place of `DDto`. */
  To?: string;
  /** What the channel knows it by. */
  Reference?: string;
  /** SHA-256 of the invoice's XML, hex, once it is made. */
  Digest?: string;
  /** Sequence number of the record with the invoice, once it is made. */
  Document?: number;
}

/** An invoice as it was made. */
export interface MadeInvoice {
  xml: string;
  number: string;
  form: string;
}

/** What came of handing an invoice over. */
export type HandedOver =
  | { outcome: 'delivered'; reference?: string }
  /** Taken; asked again later what became of it. */
  | { outcome: 'underway'; reference?: string }
  /** No repetition makes it better. English. */
  | ({ outcome: 'refused' } & Trouble)
  /** To be tried again. English. */
  | ({ outcome: 'unanswered' } & Trouble);

/** Why something does not work: in English, and for pages. */
export interface Trouble {
  text: string;
  cause: Cause;
}

/** A receipt on its way to an invoice. */
export interface InvoiceWish {
  /** Completed, without numbers before it has some. */
  esr: CompleteEsr;
  cfg: Cfg;
  country: Country;
}

/** Makes invoices and hands them over. */
export interface EInvoicing {
  /**
   * Makes the invoice of a receipt that has no number yet, and throws it away.
   * @param counts false for training and tests, which go to a test system alone
   * @returns the route to be noted with the receipt, and its names; or why it could not be handed over
   */
  tryOut(
    wish: InvoiceWish,
    counts: boolean,
  ): Promise<{ route: Json; system: string; form: string } | { issues: Issue[] }>;
  /** Makes the invoice of a receipt. `mayRepeat`: the reason may pass. */
  make(
    receipt: JournalRecord,
    wish: Omit<InvoiceWish, 'esr'>,
    route: Json,
  ): Promise<MadeInvoice | { problem: string; mayRepeat: boolean }>;
  /** Hands an invoice over; never rejects. May be asked again with the same one, also when an answer was lost. */
  handOver(parcel: InvoiceParcel, signal: AbortSignal): Promise<HandedOver>;
  /** Whether an invoice of this route can be sent to another address than its own, and this is one. */
  canSendTo(route: Json, address: string): boolean;
  /** What all hand-overs share that fail together: pauses are kept by it. */
  destination(route: Json): string;
}

/** An invoice that is handed over. */
export interface InvoiceParcel {
  id: string;
  /** Address in the place of that in the invoice. */
  to?: string;
  receipt: JournalRecord;
  cfg: Cfg;
  country: Country;
  route: Json;
  xml: string;
  /** It was taken before: what became of it is asked first. */
  underWay: boolean;
  /** Whether no other instance can have the register by now: asked again right before the invoice leaves. */
  isOwner(): boolean;
}
