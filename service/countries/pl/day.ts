/** What was sold since the last daily report, for the report (doc 3, Fis.Z): what the printer has counted, without returns. */
import type { Json } from '../../receipt/json.ts';
import { daySums } from '../base/fiscal-printer/day-sums.ts';
import type { DeviceRate } from '../contract/fiscal-printer.ts';
import type { State } from '../contract/state.ts';
import { departmentOf, groupOf } from './taxes.ts';

const SUMS = daySums('PL', { groupOf: (line, day) => groupOf(line, day) ?? line.TaxG ?? '' });

/** Sums of a Polish register; `closed` where what was counted belongs to a day that is over. */
export const { counted, closed: forgotten, closedNow, wasClosedOn, lastTime } = SUMS;

/** What is told of the day that is closed. `TaxI` is the place in the printer's table of rates. */
export function closingData(
  z: number | null,
  state: State,
  rates: readonly DeviceRate[],
): Record<string, Json> {
  return SUMS.closingData(z, state, (group) => String(departmentOf(group, rates) ?? ''));
}
