/**
 * What a country module is. A new country is one new folder that exports one
 * object of this shape, and one line in `list.ts`.
 */
import type { KeyObject } from 'node:crypto';
import type { Cfg } from '../receipt/cfg.ts';
import type { Issue } from '../receipt/issue.ts';
import type { CountryField } from '../receipt/mandatory.ts';
import type { Json } from '../receipt/json.ts';
import type { TaxRules } from '../receipt/taxes.ts';
import type { CompleteEsr, Fis, JournalRecord, Position } from '../receipt/tra.ts';

/** The register's state as the country sees it. Keys begin with the country code, e.g. `PT/FS 1_1.26`. */
export interface State {
  get(key: string): Json | undefined;
}

/** A key pair that signs receipts. */
export interface SigningKey {
  /** Version, counting from 1; a later key has a higher one. */
  version: number;
  /** Name of the public part in `cer/`. */
  serial: string;
  privateKey: KeyObject;
  /** Made by the service itself: for tests only. */
  test: boolean;
}

/** What a country may use besides the receipt. */
export interface CountryContext {
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now: string;
  cfg: Cfg;
  /** The signing key in use. */
  key(): SigningKey;
}

/** Result of {@link Country.fiscalise}. */
export interface Fiscalised {
  /** Fiscal number, when the country has one for this record. */
  FN?: string;
  fis?: Fis;
  /** State entries that become valid with the record. */
  changes: Record<string, Json>;
  /** English texts for `Result.Warning`. */
  warnings: string[];
  /** Reasons to refuse; nothing is registered then. */
  issues: Issue[];
}

/** Words for the printed receipt. */
export interface PaperTexts {
  /** Document class, e.g. `Fatura simplificada`. */
  title: string;
  /** Marks that must not be overlooked. */
  marks: string[];
  /** Sentences the law wants on documents of this kind. */
  legends?: string[];
  /** The document counts the other way: quantities and amounts are printed with the opposite sign. */
  inverted?: boolean;
}

/** One country. */
export interface Country {
  /** ISO 3166 alpha-2. */
  code: string;
  /** False when the country has a fiscal law that this version cannot fulfil yet. */
  fiscalised: boolean;
  /** Language of receipts and operator messages: `en`, `pt`, `de`. */
  language: string;
  currency: { code: string; digits: number };
  /** National payment groups, besides the standard ones. */
  paymentGroups: ReadonlySet<string>;
  /** Values of a sale that the country demands beyond what all do. */
  mandatory: ReadonlySet<CountryField>;
  /** Fiscal numbers are made of TL and TT, so that only one register may number a terminal. */
  numbersByTerminal: boolean;
  /** A void must name a whole receipt of the same register. */
  strictVoids: boolean;
  /** Uses a signing key of the service. */
  usesKey: boolean;
  /** Tax groups valid on a day (`YYYY-MM-DD`). */
  taxRules(day: string): TaxRules;
  /** The country's own checks of a configuration. */
  checkCfg(cfg: Cfg): Issue[];
  /** The country's own checks of a completed receipt; `amounts` as in Completed. */
  check(esr: CompleteEsr, amounts: readonly number[]): Issue[];
  /**
   * Numbers and signs a receipt. Number, signature and state are one step:
   * whatever it returns is committed together or not at all.
   */
  fiscalise(esr: CompleteEsr, state: State, context: CountryContext): Fiscalised | Promise<Fiscalised>;
  /** Title and marks for the printed receipt. */
  paper(record: JournalRecord): PaperTexts;
  /** What the law wants to read at a line without tax. */
  exemption?(position: Position): string | undefined;
  /** Content of the QR code when a receipt is printed again after its void. */
  voidedCode?(code: string): string;
}
