/** A defect of integrity that a verification has found: an event of the next record, once. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { KEYS, textAt } from './books.ts';
import { registerName, signingFor, type Signing } from './entries.ts';

/** What was found. Its id stands in the state once it is an event: a commit that failed has noted nothing. */
interface Defect {
  id: string;
  text: string;
}

type Place = Pick<CountryContext, 'memory' | 'cfg'>;

function keyOf({ cfg }: Pick<Place, 'cfg'>): string {
  return `FR/defect ${cfg.Cmp.TaxId} ${registerName(cfg)}`;
}

/** Remembers what a verification of a register has found, until it is an event. */
export function noteDefect(text: string, place: Place): void {
  place.memory.set(keyOf(place), { id: randomUUID(), text } satisfies Defect);
}

function defectOf(state: Pick<State, 'get'>, place: Place): Defect | null {
  const found = place.memory.get(keyOf(place)) as Defect | undefined;
  return found === undefined || textAt(state, KEYS.defect) === found.id ? null : found;
}

/** True when there is something to be noted. */
export function hasDefect(state: Pick<State, 'get'>, place: Place): boolean {
  return defectOf(state, place) !== null;
}

/** Signs the event 90 where there is a defect; the changes of the state that go with it. */
export function signDefect(signing: Signing, state: Pick<State, 'get'>, place: Place): Record<string, Json> {
  const defect = defectOf(state, place);
  if (defect === null) return {};
  signing.event('90', defect.text);
  return { [KEYS.defect]: defect.id };
}

/** The event 90 in a record of its own. */
export function defectChange(context: CountryContext): StateChange {
  const details: Record<string, Json> = {};
  return {
    event: 'jet',
    details,
    changes(state) {
      const signing = signingFor(state, context);
      if (!signing || !hasDefect(state, context)) return null;
      const changes = signDefect(signing, state, context);
      Object.assign(details, signing.details);
      return { ...signing.changes, ...changes };
    },
  };
}
