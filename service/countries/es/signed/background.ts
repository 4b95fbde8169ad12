/** Notes the events of a system that keeps its records, as they come. */
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { StateChange, Work } from '../../contract/work.ts';
import { regionOf } from '../region.ts';
import { RESTORED_KEY } from '../series.ts';
import { eventChange, EVENTS, lastEvent, type EventType } from './events.ts';

/** A summary is due as often, in use (Orden HAC/1177/2024, art. 9). */
const SUMMARY_MS = 6 * 3_600_000;

/** {@link Country.background} of Spain. */
export async function* background(state: State, context: CountryContext): AsyncGenerator<Work> {
  await Promise.resolve();
  for (let round = 0; round < 3; round++) {
    const due = dueEvent(state, context);
    if (!due) return;
    yield due;
  }
}

/** The event that has to be noted now; null for none. */
function dueEvent(state: State, context: CountryContext): StateChange | null {
  const last = lastEvent(state);
  const isInUse = regionOf(context) === 'signed';
  const note = (type: EventType, changes = {}) => eventChange(type, context, { changes });
  if (!isInUse) return last?.open === true ? note(EVENTS.end) : null;
  if (typeof state.get(RESTORED_KEY) === 'string') return note(EVENTS.restored, { [RESTORED_KEY]: null });
  if (!last?.open) return note(EVENTS.begin);
  const since = context.clock.now() - last.summary;
  // A clock that was set back must not keep summaries away for ever.
  return since >= SUMMARY_MS || since < -SUMMARY_MS ? note(EVENTS.summary) : null;
}

/** {@link Country.exported} of Spain: an export of records is an event. */
export function exportedEvent(
  { type, from, till }: { type: string; from: string; till: string },
  context: CountryContext,
): StateChange {
  const nothing: StateChange = {
    event: 'es-exported',
    details: { Type: type, From: from, Till: till },
    changes: () => ({}),
  };
  if (type !== 'es-records' || regionOf(context) !== 'signed') return nothing;
  const text = `Exportación de registros de facturación del ${from} al ${till}`;
  return eventChange(EVENTS.exported, context, { text }) ?? nothing;
}
