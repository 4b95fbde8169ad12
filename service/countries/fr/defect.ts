/** A defect of integrity that a verification has found: an event of the next moment. */
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { StateChange } from '../contract/work.ts';
import { registerName, signingFor } from './entries.ts';

const DEFECT = 'FR/defect ';

type Place = Pick<CountryContext, 'memory' | 'cfg'>;

function keyOf({ cfg }: Pick<Place, 'cfg'>): string {
  return `${DEFECT}${cfg.Cmp.TaxId} ${registerName(cfg)}`;
}

/** Remembers what a verification of a register has found, until it is an event. */
export function noteDefect(text: string, place: Place): void {
  place.memory.set(keyOf(place), text);
}

/** True when there is something to be noted. */
export function hasDefect(place: Place): boolean {
  return place.memory.has(keyOf(place));
}

/** The event 90. */
export function defectChange(context: CountryContext): StateChange {
  const details: Record<string, Json> = {};
  return {
    event: 'jet',
    details,
    changes(state) {
      const text = context.memory.get(keyOf(context));
      const signing = signingFor(state, context);
      if (typeof text !== 'string' || !signing) return null;
      context.memory.delete(keyOf(context));
      signing.event('90', text);
      Object.assign(details, signing.details);
      return signing.changes;
    },
  };
}
