/**
 * What a country module is. A new country is one new folder that exports one
 * object of this shape, and one line in `list.ts`.
 */
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Cfg } from '../receipt/cfg.ts';
import type { Currency } from '../receipt/currency.ts';
import type { Issue } from '../receipt/issue.ts';
import type { CountryField } from '../receipt/mandatory.ts';
import type { Json } from '../receipt/json.ts';
import type { QrLook } from '../receipt/qr-look.ts';
import type { TaxRules } from '../receipt/taxes.ts';
import type { CompleteEsr, Counts, Esr, Fis, JournalRecord, Position, Tax } from '../receipt/tra.ts';
import type { Tree } from '../receipt/tree.ts';
import type { Problem } from '../wire.ts';

/** The register's state as the country sees it. Keys begin with the country code, e.g. `PT/FS 1_1.26`. */
export interface State {
  get(key: string): Json | undefined;
  keys(): Iterable<string>;
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

/** The program that a country's law holds responsible: this one, or the certified POS software in front of it. */
export interface Program {
  product: string;
  version: string;
  producer: { name: string; taxId: string };
  /** Certificate number of the authority, `0` without one. */
  certificate: string;
}

/** Named secrets and settings of the installation, encrypted on disk. Values are JSON. */
export interface Vault {
  get(name: string): Json | undefined;
  /** Resolves when the value is on disk; null removes it. */
  set(name: string, value: Json): Promise<void>;
}

/** The profile's attributes, by name in any case. */
export interface ProfileAttributes {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  number(name: string, fallback: number): number;
}

/** Who a signature unit is: what receipts name it by. */
export interface SignerIdentity {
  /** Trust provider, e.g. `AT1`. */
  readonly zda: string;
  /** Serial number of its certificate, small hex; the name of the key where it has no certificate. */
  readonly serial: string;
  /** DER: its certificate, then those of the issuers; empty where it has none. */
  readonly chain: readonly Buffer[];
  readonly publicKey: KeyObject;
}

/** A signature, or why no unit gave one. */
export type SignerAnswer =
  | {
      /** ECDSA P-256 with SHA-256: 64 bytes, R then S; checked. */
      signature: Uint8Array;
      /** The signing input it belongs to. */
      input: string;
      /** Id of the unit. */
      unit: string;
      identity: SignerIdentity;
    }
  | {
      /** In order of preference; empty when the installation has no units at all. */
      problems: readonly { unit: string; failure: { kind: string; text: string } }[];
      /** The unit that would be named; null when none has been reached since the start. */
      identity: SignerIdentity | null;
    };

/** A signature unit as a page shows it. Times are milliseconds since 1970. */
export interface SignerUnit {
  id: string;
  kind: string;
  state: 'unused' | 'ready' | 'failed';
  since: number;
  failure: { kind: string; text: string } | null;
  nextTry: number | null;
  identity: SignerIdentity | null;
}

/** The signature units of the installation, see `devices/signature/pool.ts`: the first that works signs. */
export interface Signer {
  /**
   * Signs within the profile's Fiscal_Timeout; a failure of the units is an answer.
   * @param inputFor makes the signing input for a unit, since receipts name the unit; what it throws is thrown on
   */
  sign(inputFor: (identity: SignerIdentity) => string, signal?: AbortSignal): Promise<SignerAnswer>;
  /** All units, in order of preference. */
  status(): readonly SignerUnit[];
}

/** What the installation offers to its countries. */
export interface CountryServices {
  /** The signing key in use; null when the one that was asked for is missing and nothing may be signed. */
  key(): SigningKey | null;
  program(): Program;
  attributes(): ProfileAttributes;
  vault: Vault;
  signer: Signer;
  /**
   * Draws a text as QR code; the bytes of the picture.
   * @throws when the text is too long for a symbol
   */
  drawQr(text: string, look: QrLook): Buffer;
  clock: Clock;
  log: Log;
  /** What countries remember until the service stops, e.g. the last failure of a web service. */
  memory: Map<string, unknown>;
}

/** What a country may use besides the receipt. */
export interface CountryContext extends CountryServices {
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now: string;
  cfg: Cfg;
}

/** A receipt that another one refers to, by RFN, or by RTL, RTT and RTN. */
export interface Original {
  /** Its number as it is named: fiscal number, else `TL/TT/TN`. */
  name: string;
  /** Where it is named: `ESR`, or the first position that does. */
  path: string;
  /** Fiscal number, where it is named by it. */
  RFN: string | undefined;
  /** Its date as it was sent. */
  RD: unknown;
  /** The record, if this register has it. */
  record: JournalRecord | null;
  /** Positions that refer to it, by index in PosA. */
  positions: readonly number[];
}

/** What a country may use for one receipt. */
export interface ReceiptContext extends CountryContext {
  /**
   * The receipts that this one refers to, first the one that it names itself. Those that
   * single positions name are there for returns and for what {@link Country.corrects} says.
   */
  originals: readonly Original[];
  /** Kind of a receipt that the country issues itself ({@link OwnReceipt}); null for all that were posted. */
  own: string | null;
  /** Other sales are under way: what takes the processor long is better done on another thread. */
  busy: boolean;
}

/** The latest times that documents of a register carry, local, `YYYY-MM-DDThh:mm:ss`. */
export interface LastTimes {
  /** When the last one was registered, by the machine's clock; empty before the first one. */
  entered: string;
  /** What they are dated; a POS may be ahead of the machine. */
  dated: readonly string[];
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
  /** What the operator has to know of a receipt that is registered all the same: becomes ErrorCode and UserMessage. */
  notice?: Issue;
  /** Reasons to refuse; nothing is registered then. The first one decides between BAD and NO. */
  issues: Issue[];
}

/** A change of a register's state without a receipt. It is journaled as a `log` record. */
export interface Deed {
  /** Name of the log record, e.g. `series-opened`. */
  event: string;
  /** Values of the log record. */
  details: Record<string, string>;
  /** State changes, made when its turn has come; null when there is nothing left to do. */
  changes(state: State): Record<string, Json> | null;
}

/**
 * A receipt that a register issues by itself. It is completed, numbered,
 * fiscalised and journaled as a posted one; `prepare` is not asked for it.
 */
export interface OwnReceipt {
  /** Kind, in the country's own words; comes back as {@link ReceiptContext.own} and stands in the record. */
  own: string;
  /** Its data, as a POS would send them. */
  esr: Esr;
  /** Asked when its turn has come: false when there is nothing left to do. */
  due: (state: State) => boolean;
  /** Told why it was refused. What yielded it goes on, and decides. */
  refused?: (issues: readonly Issue[]) => void;
}

/** What a country does by itself, one after the other. */
export type Doing = Deed | OwnReceipt;

/** What a country makes of a register that was restored from a backup. */
export interface Restored {
  /** Values of the log record. */
  details: Record<string, string>;
  changes: Record<string, Json>;
}

/** Outcome of {@link Country.act}. */
export type Outcome = { result: Json } | { issues: Issue[] };

/** Words for the printed receipt. */
export interface PaperTexts {
  /** Document class, e.g. `Fatura simplificada`. */
  title: string;
  /** Marks that must not be overlooked. */
  marks: string[];
  /** Sentences the law wants on documents of this kind, where Fis.Tag has them not. */
  legends?: string[];
  /** Names of those in Fis.Tag that our own paper says elsewhere: at the head, as a mark, at each line. */
  shown?: readonly string[];
  /** The document counts the other way: quantities and amounts are printed with the opposite sign. */
  inverted?: boolean;
  /** Stands in the place of the shop at the head of the document. */
  seller?: string[];
}

/** The records of one register, for exports. */
export interface ExportSource {
  rn: string;
  /** The configuration in force. */
  cfg: Cfg;
  state: State;
  /**
   * Transactions whose document date lies in the period, in the order of registration, page by page;
   * for an export whose records are a chain, the part of it ({@link CountryExport.chained}).
   * @param numbers beginnings of fiscal numbers, e.g. `FT `: only documents with such a number
   */
  pages(numbers?: readonly string[]): AsyncIterable<JournalRecord[]>;
  /** The void that took a receipt back as a whole, null when there is none. */
  voidOf(record: JournalRecord): Promise<JournalRecord | null>;
}

/** What to export. */
export interface ExportScope {
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  till: string;
  comment: string | undefined;
  /** Registers of one company. */
  sources: readonly ExportSource[];
  /** All registers of the company, not one alone. */
  whole: boolean;
  /** Called now and then with the number of records read so far. */
  progress(records: number): void;
}

/** A file of an export, streamed. */
export interface ExportFile {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** An export of a country, e.g. `saft`. */
export interface CountryExport {
  /** Name of the archive, e.g. `export.zip`. */
  archive: string;
  /**
   * Keys of all state entries that the export reads of a record, where they are
   * few and it reads no others: the state need not be in memory as a whole then.
   */
  stateKeys?(record: JournalRecord): readonly string[];
  /**
   * Records of a register are a chain: the export has all from the first to the last
   * one of the period, whatever their dates are, and what was registered in it.
   */
  chained?: true;
  /**
   * The periods that files are about, where the law does not let a file be about the
   * whole one; each gets files of its own, those without records none. `today` is `YYYY-MM-DD`.
   */
  periods?(from: string, till: string, today: string): readonly { from: string; till: string }[];
  /** The period in words when it cannot be exported as asked. */
  check?(from: string, till: string): Issue[];
  files(scope: ExportScope, context: Omit<CountryContext, 'cfg'>): AsyncIterable<ExportFile>;
}

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

/** One country. */
export interface Country {
  /** ISO 3166 alpha-2. */
  code: string;
  /** False when the country has a fiscal law that this version cannot fulfil yet. */
  fiscalised: boolean;
  /** Language of receipts and operator messages: `en`, `pt`, `de`. */
  language: string;
  /** What its receipts are in unless the configuration names another one ({@link Country.otherCurrencies}). */
  currency: Currency;
  /** A register may sell in another currency: no law fixes it. */
  otherCurrencies?: boolean;
  /** National payment groups, besides the standard ones. */
  paymentGroups: ReadonlySet<string>;
  /** Values of a sale that the country demands beyond what all do. */
  mandatory: ReadonlySet<CountryField>;
  /**
   * What the numbers of a terminal are made of, so that only one register of a
   * company may give them; terminals that would get the same numbers have the
   * same. Missing where numbers do not depend on the terminal.
   */
  numbering?(TL: string, TT: string): string;
  /** A void must name a whole receipt of the same register. */
  strictVoids: boolean;
  /** Uses a signing key of the service. */
  usesKey: boolean;
  /** Signs with the installation's signature units ({@link CountryServices.signer}). */
  usesUnits?: boolean;
  /** Tax groups valid on a day (`YYYY-MM-DD`) at the place of the configuration. */
  taxRules(day: string, cfg: Cfg, services: CountryServices): TaxRules;
  /** True for documents on which nothing has been paid yet. */
  unpaid?(esr: Esr): boolean;
  /**
   * What a document adds to the totals that is no sale; undefined for sales. It
   * is kept in the record, and a void takes back what its original has added.
   */
  counts?(esr: Esr): Counts | undefined;
  /** The country's own checks of a configuration. */
  checkCfg(cfg: Cfg): Issue[];
  /** Reasons against another configuration, of this country or another, for a register of this one. */
  checkChange?(cfg: Cfg, current: Cfg, state: State): Issue[];
  /** Things of a configuration that are allowed but look wrong; English. */
  cfgWarnings?(cfg: Cfg): string[];
  /**
   * Reads a number that the POS may send in this country alone, to enter a
   * document that exists already; null for all other receipts.
   * @returns the receipt with the number in a place of its own; its date may be old
   */
  readExisting?(esr: Esr): Esr | null;
  /** What a posted receipt is taken for by the settings of the installation, e.g. training; else itself. */
  interpret?(esr: Esr, services: CountryServices): Esr;
  /** The country's own checks of a completed receipt; `amounts` as in Completed. */
  check(esr: CompleteEsr, amounts: readonly number[], context: CountryServices & { cfg: Cfg }): Issue[];
  /**
   * The times that later documents may not come before. While the clock is a little
   * behind, sales take the later time; when it is far behind, none is registered
   * (`#CLOCK_BEHIND`). Missing where the law does not mind.
   */
  lastTimes?(state: State, context: CountryContext): LastTimes;
  /**
   * What has to be done before a receipt can be numbered; its deeds and own
   * receipts are journaled before the receipt, in the same turn. Returns reasons to refuse. Null when there is nothing to do.
   */
  prepare?(
    esr: CompleteEsr,
    state: State,
    context: ReceiptContext,
  ): AsyncGenerator<Doing, Issue[], void> | null;
  /**
   * Numbers and signs a receipt. Number, signature and state are one step:
   * whatever it returns is committed together or not at all.
   */
  fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised | Promise<Fiscalised>;
  /** The country's own reasons against the void of a receipt. */
  checkVoid?(original: JournalRecord, state: State): Issue[];
  /** True for documents that correct others, each position possibly another one; returns aside, which always do. */
  corrects?(esr: Esr): boolean;
  /** The fiscal number of a receipt that people know by another one; null for all others. */
  ownNumber?(number: string, state: State, context: CountryContext): string | null;
  /** State entries that become valid with the void of a receipt. */
  voidChanges?(original: JournalRecord, state: State): Record<string, Json>;
  /**
   * Why what is registered now does not count, in a word for the journal: tests,
   * training, a register that is not in operation; null when it counts. Only the
   * settings and the state decide, no receipt.
   */
  practice?(state: State, context: CountryContext): string | null;
  /** Title and marks for the printed receipt. */
  paper(record: JournalRecord): PaperTexts;
  /** What the law wants to read at a line without tax; `isExempt`: the tax table says that it bears none. */
  exemption?(position: Position, isExempt: boolean): string | undefined;
  /** What the law wants to read in a row of the tax table without tax, instead of its group. */
  exemptGroup?(esr: Esr): (tax: Tax) => string | undefined;
  /** Content of the QR code when a receipt is printed again after its void. */
  voidedCode?(code: string): string;
  /**
   * What a register does by itself: called at start, after each change of its
   * settings and every minute. May talk to the authority; never holds up a sale.
   */
  tend?(state: State, context: CountryContext): AsyncIterable<Doing>;
  /** What the control page shows of a register, in the country's own shape. */
  overview?(state: State, context: CountryContext): Json;
  /** An action of the control page; its deeds and own receipts are journaled one after the other. */
  act?(
    action: string,
    input: Tree,
    state: State,
    context: CountryContext,
  ): AsyncGenerator<Doing, Outcome, void>;
  /** Reasons why a register cannot sell or should be looked after, beyond those of all countries. */
  problems?(state: State, context: CountryContext): Problem[];
  /** Exports by type (doc 2, "Export types"). */
  exports?: Readonly<Record<string, CountryExport>>;
  /** Names of the entries of the vault that exports read, none of them secret: a portal that makes exports may know them. */
  exportValues?: readonly string[];
  /** What to remember of an export that came to its end; days are `YYYY-MM-DD`. */
  exported?(period: { type: string; from: string; till: string }, context: CountryContext): Deed;
  /**
   * A register was restored from a backup, or its journal was made anew from files
   * that may lack the last receipts. Its state is that of the backup, and
   * numbers that were given since then are unknown: none of them may be given
   * again. What it returns is committed together with the restored records.
   */
  restored?(state: State, context: CountryContext): Restored;
  /** Audit of a register's records. */
  audit?(context: AuditContext): Auditor;
}
