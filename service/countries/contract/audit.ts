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

/** Files of an export, whoever made it. */
export interface ExportFiles {
  names: readonly string[];
  /** Contents of files with keys that signatures are verified with, where the export brings none. */
  keys?: readonly string[];
  /** The content of a file; null when there is none of that name. */
  open(name: string): AsyncIterable<Buffer> | null;
}

/** Something that is wrong with an export. */
export interface ExportFinding {
  /** Name of the file; empty when it is about the export as a whole. */
  file: string;
  /** Record of it, the head is 1; 0 when it is about the file as a whole. */
  record: number;
  text: string;
}

/** What the check of an export came to. */
export interface ExportReport {
  findings: readonly ExportFinding[];
  /** Findings that were left out, because others are alike. */
  more: number;
  /** Worth a look and no mistake; missing for none. */
  remarks?: readonly ExportFinding[];
  /** How many of what were checked, e.g. closings. */
  counts: Readonly<Record<string, number>>;
}

/** How a country audits its records. */
export interface CountryAudit {
  /** Audit of a register's records. */
  audit?(context: AuditContext): Auditor;
  /** Checks of exports by type, which share nothing with what writes them. */
  exportChecks?: Readonly<Record<string, (files: ExportFiles) => Promise<ExportReport>>>;
  /** Types of them whose signatures take a key that is not in the file ({@link ExportFiles.keys}). */
  keyedExports?: readonly string[];
}
