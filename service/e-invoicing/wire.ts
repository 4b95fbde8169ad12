/** What the control page is told about e-invoices. Types only. */
import type { Cause, EInvoiceState } from '../register/invoices/e-invoicing.ts';
import type { SecretName } from './contract.ts';
import type { ChannelName } from './routes.ts';

export type { Cause, CauseCode } from '../register/invoices/e-invoicing.ts';
export type { ChannelName } from './routes.ts';

/** Attributes of the profile that say where e-invoices go, as a form enters them. */
export type SettingName =
  | 'EInvoice_Routes'
  | ('EInvoice_Url' | 'EInvoice_TestUrl' | 'EInvoice_Sender')
  | ('EInvoice_Mail' | 'EInvoice_MailFrom' | 'EInvoice_MailUser' | 'EInvoice_TestMail')
  | ('EInvoice_Folder' | 'EInvoice_TestFolder');

/** What is wrong with the value of one. */
export type SettingProblem = 'routes' | 'url' | 'mailServer' | 'mail' | 'folder' | 'participant' | 'text';

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
  /** How it is settled, in the words of who did; why it is rejected, English. Null for no reason. */
  reason: string | null;
  /** Why it is rejected; null where it is not, or was by an older version. */
  cause: Cause | null;
  /** It can be sent to another address than its own. */
  sendable: boolean;
  /** Query of its downloads; null until it is made. */
  file: string | null;
}

/** A delivery system; why it cannot be used, null when it can. */
export interface DeliverySystem {
  system: string;
  channel: ChannelName;
  form: string;
  problem: Cause | null;
  testProblem: Cause | null;
}

/** Answer of `GET /control/e-invoices?RN=`. */
export interface InvoicesOverview {
  /** All that are not handed over, and as many of the newest of those that are as were asked for; newest first. */
  invoices: InvoiceRow[];
  /** There are older ones that are not listed. */
  more: boolean;
  /** Why channels have not answered lately; `text` is English. */
  failures: { text: string; cause: Cause | null; waiting: number }[];
  systems: DeliverySystem[];
  /** Which secrets are there for the addresses that are set. */
  secrets: Record<SecretName, boolean>;
  /** Forms that invoices can have. */
  forms: string[];
  /** As they are set; empty where they are not. */
  settings: Record<SettingName, string>;
}

/** Answer of `POST /control/e-invoices/test`: why the channel does not work; null when it does. */
export interface ChannelTest {
  cause: Cause | null;
}
