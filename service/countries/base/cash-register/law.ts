/** What a country's journal of cash registers has of its own. */
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Issue } from '../../../receipt/issue.ts';
import type { Tag } from '../../../receipt/tra.ts';
import type { AuditContext } from '../../contract/audit.ts';
import type { ReceiptContext } from '../../contract/fiscalise.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { CompleteEsr } from '../../../receipt/tra.ts';
import type { ReportWords } from './report-tags.ts';
import type { Transaction } from './transaction.ts';

/** A key that signs transactions. */
export interface JournalKey {
  /** What tells it from other keys, the same for ever. */
  name: string;
  /** What an inspector verifies with, base64: a certificate or a public key; kept with the first record that it signs. */
  shown: string;
  /** Its version as who issued it counts them; empty where registers count by themselves. */
  label?: string;
  sign: (text: string) => string;
}

/** A transaction with its place in the journal of its register. */
export interface Numbered {
  transaction: Transaction;
  /** Counted from 1, without gaps. */
  nr: number;
  /** Sequence number of its record. */
  sq: number;
  /** Id of the cash register. */
  register: string;
}

/** A country's law. */
export interface JournalLaw {
  /** ISO 3166 code, which state keys begin with. */
  country: string;
  /** The text that is signed. @param before signature of the transaction before, `0` for the first one */
  text: (numbered: Numbered, before: string, company: string) => string;
  /** Company as the authority knows it. */
  company: (cfg: Cfg) => string;
  key: (context: CountryContext) => JournalKey | null;
  /** Why nothing is sold without a key. */
  keyIssue: () => Issue;
  /**
   * Whether a signature fits a text; null where that takes a secret that is not at hand.
   * @param shown of the key, see {@link JournalKey.shown}
   */
  verify: (text: string, signature: string, shown: string, context: Partial<AuditContext>) => boolean | null;
  /** What is printed of a transaction. */
  tags: (numbered: Numbered, signature: string, esr: CompleteEsr, context: ReceiptContext) => Tag[];
  /** Where the law allows one copy of a receipt: why there is no other one. @param path of what names the receipt */
  copyIssue?: (path: string, text: string) => Issue;
  /** Words of X and Z reports. */
  report: ReportWords;
  /** What is printed of an event that looks like a receipt. */
  provisional: Tag[];
}
