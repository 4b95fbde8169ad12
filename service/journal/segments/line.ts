/**
 * Lines of the journal files: a record as `/find` gives it, with the member
 * `State` at the end that holds the state changes that became valid with it.
 */
import type { Json } from '../../receipt/json.ts';
import { isLate, LATE } from '../../receipt/late.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import type { Line } from '../lines.ts';

/** What a line says. */
export interface ReadLine {
  record: JournalRecord;
  changes: Record<string, Json>;
}

/** Lines as they stand in a file. */
export function bytesOf(lines: readonly Line[]): Buffer {
  return Buffer.from(lines.map(({ text }) => `${text}\n`).join(''));
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
  const { State } = value;
  if (State === undefined) return { record: value, changes: {} };
  // The last member, and there only when something changed.
  const isWritten = isTree(State) && Object.keys(State).length > 0 && Object.keys(value).at(-1) === 'State';
  if (!isWritten) return null;
  // The value is ours: taking out its last member is cheaper than a copy of all others.
  delete value.State;
  return { record: value, changes: State };
}

function isRecord(value: object): value is JournalRecord {
  const { _: type, SQ, RN, D, ESR } = value as Record<string, unknown>;
  return (
    typeof type === 'string' &&
    Number.isSafeInteger(SQ) &&
    typeof RN === 'string' &&
    typeof D === 'string' &&
    (ESR === undefined || isReceipt(ESR)) &&
    (type !== LATE || isLate(value))
  );
}

/** What is kept to find a record by is text. */
const TEXTS = ['D', 'TL', 'TT', 'TN', 'FN'];

function isReceipt(value: unknown): boolean {
  return isTree(value) && TEXTS.every((name) => value[name] === undefined || typeof value[name] === 'string');
}
