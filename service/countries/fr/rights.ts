/** Changes of people, their roles and PINs, and of the manager's password: events of the register (130). */
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { StateChange } from '../contract/work.ts';
import { openPeriods } from './books.ts';
import { signingFor, SYSTEM } from './entries.ts';

/** Names of values that are rights, as a change of the profile has them. */
const RIGHT = /^(?:Old|New)_(Person .*|PIN .*|Password)$/s;

/** {@link CountryWork.profileChanged} of France. */
export function profileChanged(change: StateChange, context: CountryContext): StateChange {
  const info = rightsOf(change.details);
  if (info === '') return change;
  const details = { ...change.details };
  const { ChangedBy: by } = details;
  return {
    ...change,
    details,
    changes(state) {
      const changes = change.changes(state);
      const signing = changes && openPeriods(state) !== null ? signingFor(state, context) : null;
      if (!changes || !signing) return changes;
      signing.event('130', info, typeof by === 'string' && by !== '' ? by : SYSTEM);
      Object.assign(details, signing.details);
      return { ...changes, ...signing.changes };
    },
  };
}

/** `Person Ana: cashier > manager`; empty for none. PINs and passwords are masked already. */
function rightsOf(details: Readonly<Record<string, Json>>): string {
  const names = new Set(Object.keys(details).flatMap((key) => RIGHT.exec(key)?.[1] ?? []));
  const value = (key: string) => {
    const kept = details[key];
    return typeof kept === 'string' ? kept : '-';
  };
  return [...names].map((name) => `${name}: ${value(`Old_${name}`)} > ${value(`New_${name}`)}`).join(' ');
}
