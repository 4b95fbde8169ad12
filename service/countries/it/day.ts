/** What was sold since the last closing, for the closing (doc 3, Fis.Z). */
import type { Json } from '../../receipt/json.ts';
import { daySums } from '../base/fiscal-printer/day-sums.ts';
import type { State } from '../contract/state.ts';
import { notCollected } from './payments.ts';
import { groupOf, type Departments } from './taxes.ts';

const SUMS = daySums('IT', {
  groupOf: (line, day) => groupOf(line, day) ?? line.TaxG ?? '',
  notCollected: ({ PayA }) => notCollected(PayA),
});

/** Sums of an Italian register. */
export const { counted, closedNow, wasClosedOn, lastTime } = SUMS;

/** What is told of the day that is closed. `TaxI` is the department. @param z its number; null where that is not known */
export function closingData(z: number | null, state: State, departments: Departments): Record<string, Json> {
  return SUMS.closingData(z, state, (group) => String(departments?.get(group) ?? '').padStart(2, '0'));
}
