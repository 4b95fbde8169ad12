/**
 * What the control page shows and does for Portugal: answer of
 * `GET /control/country?RN=` and bodies of `POST /control/country/<action>?RN=`.
 *
 * Types only. Days are `YYYY-MM-DD`, times `YYYY-MM-DDThh:mm:ss` local.
 */

/**
 * Where validation codes come from: made up by the program (test key, no login),
 * the authority's test service (attribute Fiscal_Test), or the real one.
 */
export type SeriesMode = 'own' | 'test' | 'live';

/**
 * `pending`: wanted but not known to the authority yet; `open`: in use or ready;
 * `closing`: takes no more documents, the authority is to be told; `closed`.
 */
export type SeriesState = 'pending' | 'open' | 'closing' | 'closed';

/** A series of one document type. */
export interface SeriesRow {
  /** Type and name: `FS 1_1.26`. */
  id: string;
  /** Document type code, e.g. `FS`. */
  type: string;
  /** N normal, F training, R recovered documents. */
  kind: 'N' | 'F' | 'R';
  state: SeriesState;
  /** Validation code, null while pending. */
  code: string | null;
  /** The code is made up or comes from the test service. */
  test: boolean;
  /** Number of the last document, 0 before the first. */
  last: number;
  /** Day of the last document, null before the first. */
  lastDay: string | null;
  /** First day of use. */
  from: string;
  /** What the authority said last time when it could not be opened or closed. */
  error: string | null;
}

/** A certificate or key in use. */
export interface CertificateRow {
  /** Who it was issued to. */
  subject: string;
  /** Last day of validity. */
  expires: string;
}

/** A calendar month with documents. */
export interface SaftMonth {
  /** `YYYY-MM`. */
  month: string;
  /** Day by which the file must be with the authority. */
  due: string;
  /** Time of the last export of the whole month, null without one. */
  exported: string | null;
  overdue: boolean;
}

/** A credit or debit note whose invoice this register does not have. */
export interface UnreferencedRow {
  FN: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** As on the receipt, negative for credit notes. */
  total: string;
  /** What it names, null when nothing. */
  reference: string | null;
}

/** A tax group with the percentage in use. Percentages are decimal texts. */
export interface TaxRow {
  group: string;
  /** Percentage in use today. */
  rate: string;
  /** What the receipt format says. */
  specified: string;
  /** What the law says today, where it differs from the receipt format; else null. */
  law: string | null;
  /** First day of the percentage in use, null when it always was. */
  from: string | null;
  /** The next percentage that is set, null when there is none. */
  next: { rate: string; from: string } | null;
}

/** All of the page. */
export interface PortugalOverview {
  mode: SeriesMode;
  /** Newest year first. */
  series: SeriesRow[];
  /** Sub-user login `<NIF>/<number>`; null without one. The password never leaves the service. */
  login: { user: string } | null;
  /** Client certificate for the series web service. */
  client: CertificateRow | null;
  /** The authority's certificate that passwords are encrypted with. */
  authority: CertificateRow | null;
  /** The certified program: own or the partner's (Fiscal_ApiKey). */
  program: { product: string; producer: string; certificate: string; partner: string | null };
  /** Series that take no documents because they have come to a later time than the clock shows. */
  clockStop: {
    /** Time of the last document when nothing is sold at all; null: documents of these series alone are refused. */
    last: string | null;
    series: string[];
  } | null;
  /** Newest first. */
  months: SaftMonth[];
  taxes: TaxRow[];
  /** The newest ones, newest first; at most 50. */
  unreferenced: UnreferencedRow[];
  /** Region of the shop (Loc.TaxGR). */
  region: 'PT' | 'PT-AC' | 'PT-MA';
}

/** Bodies of the actions. */
export interface PortugalActions {
  /** Sub-user of the tax authority's portal with the permission for series (WSE). */
  login: { user: string; password: string };
  logout: Record<string, never>;
  /** PEM texts. */
  'client-certificate': { certificate: string; key: string };
  'authority-certificate': { certificate: string };
  /** Opens a series ahead of its first document, or tries again; `from` is its first day, today when left out. */
  open: { type: string; from?: string };
  /** A validation code that was fetched by hand in the authority's portal. */
  code: { series: string; code: string };
  /** The code that the authority has given to a document with goods, which it was told of by hand. */
  'movement-code': { document: string; code: string };
  close: { series: string };
  /**
   * The clock is right, and documents of later days or times were a mistake: their
   * series end, and the next documents begin new ones.
   */
  clock: Record<string, never>;
  /** Closes all series of a till that goes out of use. */
  retire: Record<string, never>;
  /** Another percentage from a day on. */
  rate: { group: string; rate: string; from: string };
  /** Back to the percentages of the receipt format. */
  'reset-rates': Record<string, never>;
}
