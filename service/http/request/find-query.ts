/** Reads the search parameters that GET /find and GET /retrieve share (doc 2). */
import { localTime } from '../../clock.ts';
import type { FindQuery } from '../../journal/find.ts';
import { namedTerminal } from '../../receipt/complete.ts';
import { FIELDS } from '../../receipt/fields.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import { readAmount, amountText } from '../../receipt/money.ts';
import { namedType } from '../../receipt/record-types.ts';
import { isDate, wholeSecond } from '../../receipt/time.ts';
import type { NamedRegister } from './named-register.ts';
import type { Query } from './query.ts';

const DEFAULT_ROWS = 1000;
const DEFAULT_MS = 5000;
/** An answer is made in memory as a whole, several at a time: however many rows are asked for, it must fit. */
const MOST_BYTES = 10_000_000;
const KNOWN = new Set(
  'rn rn_tt taxid tl tt from till limit sort continuation fn tn d sq _ t nfs password last endsq target'.split(
    ' ',
  ),
);

/** Properties of the ESR that are yes or no, by lower-case name. */
const FLAGS = Object.entries(FIELDS.ESR)
  .filter(([, type]) => type === 'boolean')
  .map(([name]) => name.toLowerCase());
/** As records have them. */
const STORED_FLAGS = new Map([
  ['true', '1'],
  ['false', '0'],
]);

/**
 * Reads the parameters; names that are none of doc 2's are properties of the ESR.
 * @param digits of the register's currency
 */
export function readQuery(
  query: Query,
  { rn, issues: unclear }: NamedRegister,
  digits = 2,
): FindQuery | { issues: Issue[] } {
  const issues: Issue[] = [...unclear];
  const wrong = (name: string, text: string) => void issues.push(issue('#TYPE', name, text));
  const where: FindQuery['where'] = {};
  const sq = query.get('SQ');
  if (sq !== undefined) {
    if (/^\d{1,15}$/.test(sq)) where.sq = Number(sq);
    else wrong('sq', 'must be a whole number');
  }
  const type = query.get('_');
  if (type !== undefined) where.type = namedType(type);
  const { TL, TT } = namedTerminal({ TL: query.get('TL'), TT: query.get('TT') });
  const sought = { fn: printedNumber(query.get('FN')), tn: query.get('TN'), tl: TL, tt: TT };
  for (const name of ['fn', 'tn', 'tl', 'tt'] as const) {
    const value = sought[name];
    if (value !== undefined) where[name] = value;
  }
  const day = query.get('d');
  if (day !== undefined) {
    if (isDate(day.slice(0, 10))) where.day = day.slice(0, 10);
    else wrong('d', 'must be a date YYYY-MM-DD');
  }
  const properties = query.others(KNOWN);
  for (const name of FLAGS) {
    const stored = STORED_FLAGS.get(properties[name]?.toLowerCase() ?? '');
    if (stored !== undefined) properties[name] = stored;
  }
  const total = query.get('t');
  if (total !== undefined) {
    const amount = readAmount(total, digits);
    if ('minor' in amount) properties.t = amountText(amount.minor, digits);
    else wrong('t', 'must be an amount such as 12.30');
  }
  const nfs = query.get('nfs');
  if (nfs !== undefined) properties.nfs = nfs;
  if (Object.keys(properties).length > 20) wrong('query', 'too many criteria');

  const limits = { rows: DEFAULT_ROWS, ms: DEFAULT_MS, bytes: MOST_BYTES };
  const result: FindQuery = { rn, where, properties, sort: 'desc', ...limits };
  for (const name of ['from', 'till'] as const) {
    const value = query.get(name);
    if (value === undefined) continue;
    const moment = isDate(value) ? value : shopTime(value);
    if (moment !== null) result[name] = moment;
    else wrong(name, 'must be a date YYYY-MM-DD or a date-time YYYY-MM-DDThh:mm:ss');
  }
  const sort = query.get('sort')?.toLowerCase();
  if (sort === 'asc' || sort === 'desc') result.sort = sort;
  else if (sort !== undefined) wrong('sort', 'must be asc or desc');
  const limit = query.get('limit');
  if (limit !== undefined) {
    const m = /^(?:(\d{1,9})rows)?(?:(\d{1,9})ms)?$/i.exec(limit) ?? /^(\d{1,9})$/.exec(limit);
    if (m) {
      result.rows = m[1] === undefined ? DEFAULT_ROWS : Number(m[1]);
      result.ms = m[2] === undefined ? DEFAULT_MS : Number(m[2]);
    } else wrong('limit', 'must have the form 100rows2000ms');
  }
  const continuation = query.get('continuation');
  if (continuation !== undefined) {
    if (/^\d{1,15}$/.test(continuation)) result.after = Number(continuation);
    else wrong('continuation', 'is not one that this service gave out');
  }
  return issues.length > 0 ? { issues } : result;
}

/** A date-time in the time of the shop, as records have it: `Z` or an offset says of which time it is. */
function shopTime(text: string): string | null {
  // A plus sign that was not encoded arrives as a blank.
  const [, time = text, offset] = /^(.+?)(Z|[ +-]\d\d:?\d\d)$/i.exec(text) ?? [];
  const second = wholeSecond(time);
  if (second === null || offset === undefined) return second;
  const [, sign = '+', hours = '00', minutes = '00'] = /^([ +-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  const ms = Date.parse(`${second}${sign === '-' ? '-' : '+'}${hours}:${minutes}`);
  return Number.isNaN(ms) ? null : localTime(ms);
}

/** A fiscal number with its document type as paper has it: `fs 1_1.26/7` is `FS 1_1.26/7`; the rest may differ by case. */
function printedNumber(fn: string | undefined): string | undefined {
  return fn?.replace(/^[a-z]{2}(?= [^_]+_.*\.\d\d\w*\/\d+$)/i, (type) => type.toUpperCase());
}
