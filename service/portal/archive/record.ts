/** Records of the archive as `/find` of a register gives them (doc 2; answer 8). */
import type { JournalRecord } from '../../receipt/tra.ts';

/** The record of a line, without what the register counts on from. */
export function recordOf(line: string): JournalRecord {
  const { State: _State, ...record } = JSON.parse(line) as JournalRecord & { State?: unknown };
  return record;
}
