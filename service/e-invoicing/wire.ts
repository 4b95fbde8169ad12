/** What the control page is told about e-invoices. Types only. */
import type { EInvoiceState } from '../register/e-invoicing.ts';
import type { SecretName } from './contract.ts';
import type { ChannelName } from './routes.ts';

/** An invoice, as it stands. */
export interface InvoiceRow {
  /** Sequence number of the receipt. */
  sq: number;
  state: EInvoiceState['State'];
  /** Number of the invoice; null until it is made. */
  number: string | null;
  customer: string;
  /** Delivery system, with `-TEST` for the test system. */
  system: string;
  form: string;
  /** Where it goes, as the receipt says. */
  to: string;
  /** Local time of the state. */
  at: string;
  /** Why it is rejected or settled, as the channel says; null for no reason. */
  reason: string | null;
  /** Query of its downloads; null until it is made. */
  file: string | null;
}

/** A delivery system; problems in English with the name of the setting, null when it can be used. */
export interface DeliverySystem {
  system: string;
  channel: ChannelName;
  form: string;
  problem: string | null;
  testProblem: string | null;
}

/** Answer of `GET /control/e-invoices?RN=`. */
export interface InvoicesOverview {
  /** All that are not handed over, and the newest of those that are, newest first. */
  invoices: InvoiceRow[];
  /** There are older ones that are not listed. */
  more: boolean;
  /** Why channels have not answered lately. */
  failures: { text: string; waiting: number }[];
  systems: DeliverySystem[];
  /** Which secrets are there for the addresses that are set. */
  secrets: Record<SecretName, boolean>;
}
