/** Records out of lines of the journal files. */
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';

/** The record of a line, as `/find` gives it: without the state changes. */
export function recordOf(line: string): JournalRecord {
  const { State: _State, ...record } = JSON.parse(line) as JournalRecord & { State?: Record<string, Json> };
  return record;
}
