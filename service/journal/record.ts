/** Records out of lines of the journal files. */
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';

/** `State` is the last member of a line (docs/journal-format.md), and often longer than all before it. */
const STATE = ',"State":{';

/** The record of a line, as `/find` gives it: without the state changes, which are not even read. */
export function recordOf(line: string): JournalRecord {
  const at = line.lastIndexOf(STATE);
  if (at < 0) return JSON.parse(line) as JournalRecord;
  try {
    return JSON.parse(`${line.slice(0, at)}}`) as JournalRecord;
  } catch {
    // A member of that name in something else: what is left of it does not end as a record does.
    const { State: _State, ...record } = JSON.parse(line) as JournalRecord & { State?: Record<string, Json> };
    return record;
  }
}
