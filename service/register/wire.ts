/** What the control page is told of registered receipts. Types only. */
import type { ReceiptSignature } from '../countries/contract/receipt-signature.ts';
import type { Paper } from '../wire.ts';

/** A receipt in a list. */
export interface ReceiptRow {
  /** Type of its record: `Tra` is a receipt, or what a till posts like one. */
  type: string;
  /** Sequence number of its record. */
  sq: number;
  /** Fiscal number, else `<TL>/<TT>/<TN>`; empty for what is no receipt. */
  number: string;
  /** What it is called on paper, in the language of its country; of other records what happened, as the journal names it. */
  title: string;
  /** Date and time of the document, of other records of the record; local, `YYYY-MM-DDThh:mm:ss`. */
  date: string;
  /** Decimal text with the currency's digits; null for what is not about money. */
  total: string | null;
  customer: string;
  operator: string;
  /** What is printed across it: training, test, copy of a form ...; in the language of its country. */
  marks: string[];
  /** `void`: it takes another one back; `voided`: it was taken back itself. */
  taken: 'void' | 'voided' | null;
}

/** Answer of `GET /control/receipts?RN=`, the newest first where nothing else is asked for. */
export interface ReceiptList {
  /** ISO 4217; empty while the register has no country. */
  currency: string;
  receipts: ReceiptRow[];
  /** For the parameter `continuation` of the next request; null: there are no more. */
  continuation: string | null;
}

/** Answer of `GET /control/receipt?RN=&SQ=`. */
export interface ReceiptDetail extends ReceiptRow {
  currency: string;
  /** Null for what is no receipt. */
  paper: Paper | null;
  /** As it stands, late fiscal data with it; and the same as the POS gets it in XML. */
  json: string;
  xml: string;
  /** How often it was printed again. */
  reprints: number;
  /** Its digital receipt at the portal; null while the register is not connected. */
  digital: string | null;
  /** To be checked by whoever shows it; `country`: receipts of this country have none that one key checks, as has what is no receipt; `missing`: this one has none; `fits`, `wrong`: the service has checked it, where browsers cannot. */
  signature: ReceiptSignature | 'country' | 'missing' | 'fits' | 'wrong';
}

/** Receipts and what they come to: decimal text with the currency's digits. */
export interface Share {
  count: number;
  amount: string;
}

/** What the receipts of a day come to. */
export interface DayContent {
  /** All together: sales, credits and voids. */
  total: string;
  sales: Share;
  /** What was given back: their amounts are negative. */
  credits: Share;
  voids: Share;
  /** Records that do not count. */
  trainings: number;
  nonFiscal: number;
  /** By hour of the document, from 0 to 23. */
  hours: Share[];
  taxes: { group: string; rate: string; net: string; tax: string; gross: string }[];
  payments: { group: string; name: string; amount: string }[];
}

/** Answer of `GET /control/day?RN=&d=`. */
export interface DayOverview extends DayContent {
  /** `YYYY-MM-DD`, local. */
  day: string;
  /** Of the service's clock. */
  today: string;
  /** ISO 4217; empty while the register has no country. */
  currency: string;
}

/** Answer of `POST /control/report?RN=`. */
export interface ReportAnswer {
  /** The record that asked for the report; it can be printed. */
  sq: number;
  /** Of a Z, counting from 1; null for an X. */
  number: number | null;
  total: string;
  /** Payments in cash since the last Z, with what was paid in and out of the drawer by receipts. */
  cash: string;
  /** Cash counted less what should be there, the start included; null when nobody counted. */
  difference: string | null;
}
