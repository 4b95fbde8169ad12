/** Audit of the records of a country. */
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Vault } from './services.ts';
import type { State } from './state.ts';

/** Something an audit found wrong with a record. */
export interface Finding {
  /** Sequence number, 0 when it is about the register as a whole. */
  sq: number;
  text: string;
}

/** Checks the records of one register in order of SQ, as an auditor would. */
export interface Auditor {
  take(record: JournalRecord): Finding[];
  /** After the last record: compares with the state the register goes on from. */
  end(state: State): Finding[];
  /** What was checked, in one line for people. */
  summary(): string;
}

/** What an audit has to go by. */
export interface AuditContext {
  /** Public keys, PEM, by file name. */
  publicKeys: ReadonlyMap<string, string>;
  /** Secrets of the installation that made the records, where they are at hand; read only. */
  vault?: Pick<Vault, 'get'>;
}

/** How a country audits its records. */
export interface CountryAudit {
  /** Audit of a register's records. */
  audit?(context: AuditContext): Auditor;
}
