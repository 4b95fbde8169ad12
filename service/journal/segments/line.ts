/**
 * Lines of the journal files: a record as `/find` gives it, with the member
 * `State` at the end that holds the state changes that became valid with it.
 */
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import type { Journal, StoredEntry } from '../journal.ts';

/** A line as bytes, line feed included. */
export interface Line {
  sq: number;
  bytes: Buffer;
}

/** What a line says. */
export interface ReadLine {
  record: JournalRecord;
  changes: Record<string, Json>;
}

/** Records read at a time: a short step, so that sales go on meanwhile. */
const PAGE = 200;

/** A record as its line. */
export function lineOf({ sq, doc, changes }: StoredEntry): Line {
  const list = changes === '[]' ? [] : (JSON.parse(changes) as [string, string][]);
  const state = list.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',');
  const text = state === '' ? doc : `${doc.slice(0, -1)},"State":{${state}}}`;
  return { sq, bytes: Buffer.from(`${text}\n`) };
}

/** Lines of a register behind a sequence number and up to another one, page by page; they are there without a gap. */
export async function* linesOf(
  journal: Pick<Journal, 'stored'>,
  rn: string,
  after: number,
  until: number,
): AsyncGenerator<Line[]> {
  for (let begin = after; begin < until; begin += PAGE) {
    const end = Math.min(begin + PAGE, until);
    const entries = await journal.stored(rn, begin, end);
    if (entries.length !== end - begin) {
      throw new Error(
        `register ${rn}: ${end - begin - entries.length} records from ${begin + 1} to ${end} are missing`,
      );
    }
    yield entries.map(lineOf);
  }
}

/** Reads a line without its line feed; null when it is not written as the service writes lines. */
export function readLine(text: string): ReadLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isTree(value) || !isRecord(value) || JSON.stringify(value) !== text) return null;
  const { State, ...record } = value;
  if (State !== undefined && !isTree(State)) return null;
  return { record, changes: State ?? {} };
}

function isRecord(value: object): value is JournalRecord {
  const { _: type, SQ, RN, D, ESR } = value as Record<string, unknown>;
  return (
    typeof type === 'string' &&
    Number.isSafeInteger(SQ) &&
    typeof RN === 'string' &&
    typeof D === 'string' &&
    (ESR === undefined || isTree(ESR))
  );
}
