/**
 * A country's page as data: what the control page shows of a register and lets
 * a manager do, drawn by `renderer/countries/described`. A country that needs
 * no more has no code of its own in the renderer.
 */
import type { Problem } from '../../../wire.ts';
import type { PageAction, PageField } from './fields.ts';
import type { PageFact, PageState, PageValue, Words } from './words.ts';

/** The whole page: its sections in the order in which they are read. */
export interface DescribedPage {
  sections: readonly PageSection[];
}

/** A titled part of the page. */
export interface PageSection {
  /** Unique on the page, of small letters and dashes; stays the same while people look at it. */
  name: string;
  heading: Words;
  intro?: Words;
  /** As wide as the page; others stand side by side where there is room. */
  wide?: true;
  /** A register cannot begin without it: the set-up assistant shows it, too. */
  setUp?: true;
  parts: readonly PagePart[];
}

/** Names and values, one below the other. */
export interface FactsPart {
  kind: 'facts';
  facts: readonly PageFact[];
}

/** A sentence or two that should not be overlooked. */
export interface NoticePart {
  kind: 'notice';
  state: PageState;
  title: Words;
  text?: Words;
}

/** Problems with their texts of the status page; nothing where there are none. */
export interface ProblemsPart {
  kind: 'problems';
  problems: readonly Problem[];
}

/** Buttons side by side. What has fields or a confirmation asks for them in a dialog. */
export interface ActionsPart {
  kind: 'actions';
  actions: readonly PageAction[];
}

/** Fields on the page itself, with a button that sends them; for what is set and looked at often. */
export interface FormPart {
  kind: 'form';
  action: PageAction & { fields: readonly PageField[] };
}

/** A certificate with its key. */
export interface CertificatePart {
  kind: 'certificate';
  heading: Words;
  hint?: Words;
  /** Null: there is none. */
  certificate: {
    subject: string;
    issuer: string;
    /** Last day of validity, `YYYY-MM-DD`. */
    validTill: string;
    /** Days until then; negative when it is past. */
    daysLeft: number;
  } | null;
  /** With so many days left, another one should be asked for. */
  warnDays: number;
  /**
   * Brings in the first one or another one. The body has `file` (base64) and,
   * where one was typed, `password`.
   */
  upload: {
    action: string;
    /** What it may be; PEM: certificate and key in one file; XML: PKCS #12 in an authority's wrapping. */
    formats: readonly ('pkcs12' | 'pem' | 'xml')[];
    /** Where it comes from. */
    where: Words;
    done: Words;
  };
  remove?: { action: string; consequence: Words; done: Words };
}

/** A login for a web service. */
export interface LoginPart {
  kind: 'login';
  heading: Words;
  hint?: Words;
  /** Who is logged in; null: nobody. The password is never told. */
  user: string | null;
  /** Why it is refused. */
  failure?: Words;
  /** Saves it: the body has `user`, `password` and the further fields. */
  save: {
    action: string;
    /** Where it comes from. */
    where: Words;
    user: { label: Words; help?: Words; most: number; pattern?: string; rule?: Words };
    password: { label: Words; help?: Words; most: number };
    fields?: readonly PageField[];
    done: Words;
  };
  forget?: { action: string; consequence: Words; done: Words };
  /** Tries the connection; the result says what came of it ({@link PageResult}). */
  test?: { action: string; label: Words; done: Words };
}

/** A cell of a table. */
export interface PageCell {
  value: PageValue;
  state?: PageState;
  remark?: Words;
}

/** Rows and what can be done with each; a list of cards where there is little room. */
export interface TablePart {
  kind: 'table';
  /** What the rows are. */
  caption: Words;
  columns: readonly Words[];
  /** `cells` has one for each column. */
  rows: readonly { id: string; cells: readonly PageCell[]; actions?: readonly PageAction[] }[];
  /** How much is not shown: "the newest 50". */
  note?: Words;
  /** Stands in the place of rows. */
  empty: Words;
  /** What can be done with all of them, or to get another one. */
  actions?: readonly PageAction[];
}

/** A tax group with the percentage in use. Percentages are decimal texts, days `YYYY-MM-DD`. */
export interface PageRate {
  group: string;
  name?: Words;
  rate: string;
  /** What the receipt format says. */
  specified: string;
  /** First day of the percentage in use; null when it always was. */
  from: string | null;
  /** The next percentage that is set. */
  next: { rate: string; from: string } | null;
  /** It cannot be changed: what is not taxed stays so. */
  fixed?: true;
}

/** Tax rates that a manager changes from a day on. */
export interface RatesPart {
  kind: 'rates';
  caption: Words;
  rates: readonly PageRate[];
  /** Sets one: the body has `group`, `rate` and `from`. */
  set: string;
  /** Goes back to those of the receipt format: no body. */
  reset: string;
}

/** Exports of a period, with the files that there are. */
export interface ExportsPart {
  kind: 'exports';
  types: readonly {
    /** Name of the export in `Country.exports`. */
    type: string;
    label: Words;
    /** It is about no period: no other one can be asked for. */
    timeless?: true;
    /** Periods that are likely to be wanted, with a button for each. */
    periods?: readonly { label: Words; from: string; till: string; primary?: true }[];
  }[];
}

/** A step of a sequence. */
export interface PageStep {
  name: string;
  title: Words;
  state: 'done' | 'now' | 'later';
  text?: Words;
  actions?: readonly PageAction[];
}

/** A sequence of steps, and how far it is. */
export interface StepsPart {
  kind: 'steps';
  steps: readonly PageStep[];
}

/** A part of a section. */
export type PagePart =
  | FactsPart
  | NoticePart
  | ProblemsPart
  | ActionsPart
  | FormPart
  | CertificatePart
  | LoginPart
  | TablePart
  | RatesPart
  | ExportsPart
  | StepsPart;
