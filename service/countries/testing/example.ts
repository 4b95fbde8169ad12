/** What the suite of all countries (contract.suite.ts) has to know of one of them. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { RegisterServices } from '../../register/requests.ts';
import type { ManualClock } from '../../testing/manual-clock.ts';
import type { CountryExport } from '../contract/exports.ts';

/**
 * How the authority, device or signature unit of a country treats what it is asked:
 * `is-down` cannot be reached; `is-slow` does it, and answers when nobody waits any
 * more; `loses-answer` does it, and its answer does not arrive.
 */
export type Manner = 'works' | 'is-down' | 'is-slow' | 'refuses' | 'loses-request' | 'loses-answer';

/** Does an action of a register's page. */
export type Act = (action: string, input?: Tree) => Promise<void>;

/** What a shop has besides a journal and a clock: keys, units, secrets, and who is asked by the register. */
export interface Equipment {
  services?: Partial<RegisterServices>;
  /** Attributes of the profile, as they are now. */
  attributes?(): string;
  /** Brings a new register so far that it sells. */
  setUp?(act: Act): Promise<void>;
  /** From now on the other side treats requests so. */
  behave?(manner: Manner): void;
  /** The other side forgets all receipts: another one is in its place. */
  forget?(): void;
  /** Receipts that the other side has fiscalised, under whatever name, one entry for each time. */
  done?(): readonly string[];
  /** What the other side was told of taxes, where records do not have it. */
  toldLines?(): unknown;
}

/** Receipts as a POS of the country sends them. All but those of no value are paid; amounts are in its currency. */
export interface ExampleReceipts {
  /** One position. */
  sale: Tree;
  /** Positions of two tax groups. */
  twoGroups: Tree;
  /** Takes back something of a receipt that was registered: positions of negative amounts. */
  return(of: JournalRecord): Tree;
  training: Tree;
  /** A sale of nothing. */
  zero: Tree;
  /** A record that no law looks at. */
  nonfiscal: Tree;
  /** Values that make the law look at a position by its tax; missing where it looks at each so, or at none. */
  byLine?: Tree;
}

/** A country with an example of everything. */
export interface CountryExample {
  /** Stands in the names of the tests. */
  name: string;
  /** A register with location and terminal; further registers have the terminals 1, 2 and so on. */
  cfg: Cfg & Required<Pick<Cfg, 'Loc' | 'Trm'>>;
  /** Local time when a shop opens, in the middle of a month. */
  now: string;
  /** Makes the equipment of a new shop. It is the same after restarts. */
  equipment?(clock: ManualClock): Equipment | Promise<Equipment>;
  /** What the equipment's `behave` knows besides `works`. */
  manners?: readonly Manner[];
  /**
   * What a manager does who knows the last receipt that was printed before a restore; missing
   * where registers go on by themselves.
   */
  resume?(act: Act, last: JournalRecord): Promise<void>;
  receipts: ExampleReceipts;
  /** No country of the product: it lacks what all those have to answer. */
  madeUp?: true;
  /** The authority is told of other receipts than these alone, which the country's own tests look at. */
  untold?: true;
  /** The number that the law knows a receipt by: no other may ever have it. The fiscal number unless told otherwise. */
  numberOf?(record: JournalRecord): string | undefined;
  /**
   * Where a number stands: in which series, and the how-manieth it is. The digits at its
   * end count unless told otherwise. Null where the law lets numbers have gaps.
   */
  placeOf?(number: string): { series: string; number: number } | null;
  /**
   * Which numbers were given since a backup is known to an authority that the example does not
   * have: the same backup is restored once.
   */
  restoresOnce?: boolean;
  /** A record without what is different each time, such as signatures with random parts; itself unless told otherwise. */
  comparable?(record: JournalRecord): JournalRecord;
  /** An export that tells the tax of each position, where records do not have it. */
  lineExport?: CountryExport;
  /** Changes what the law protects of a receipt, and nothing else; missing where it protects nothing. */
  forge?(record: JournalRecord & { ESR: Esr }): void;
}
