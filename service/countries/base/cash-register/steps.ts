/** What happens besides receipts: sales that are begun or given up, drawers that are opened, exports. */
import { minor } from '../../../receipt/money.ts';
import type { RecordType } from '../../../receipt/envelope.ts';
import type { Json } from '../../../receipt/json.ts';
import type { Esr } from '../../../receipt/tra.ts';
import type { Fiscalised } from '../../contract/fiscalise.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { StateChange } from '../../contract/work.ts';
import { countedAs, keysOf, registerId } from './books.ts';
import { EVENT } from './codes.ts';
import type { Entry } from './entry.ts';
import { addEvent, count, sumsFrom } from './sums.ts';

/** Amount of a sale that was given up, minor units; 0 where it says none. */
export function givenUp({ T = '0' }: Esr): number {
  return Math.abs(minor(T, 2));
}

/**
 * {@link CountryReceipts.stepped} of a country with such a journal: a sale that is begun waits, as a
 * suspended one does; one that is given up is a line that was taken back before the end of a sale.
 */
export function journalStepped(
  country: string,
): (
  type: Exclude<RecordType, 'Tra'>,
  esr: Esr,
  state: State,
  context: CountryContext,
) => Pick<Fiscalised, 'changes' | 'kept'> | null {
  const keys = keysOf(country);
  return (type, esr, state, { cfg, now }) => {
    if (type === 'TraU') return null;
    const event = type === 'TraS' ? EVENT.suspend : EVENT.other;
    const place: Entry = { register: registerId(state, cfg, keys), event };
    const kept = place as unknown as Json;
    if (type === 'TraS') return { kept, changes: {} };
    const sums = sumsFrom(state.get(keys.sums));
    count(sums, 'corrections', givenUp(esr));
    return { kept, changes: countedAs(keys, sums, state, now) };
  };
}

/** {@link CountryWork.drawerOpened} of a country with such a journal. */
export function journalDrawer(country: string): (context: CountryContext) => StateChange {
  return (context) => happened(country, EVENT.drawerOpen, context);
}

/** {@link CountryExports.exported} of a country with such a journal: that it was exported is an event. */
export function journalExported(
  country: string,
): (period: { type: string; from: string; till: string }, context: CountryContext) => StateChange {
  return ({ type, from, till }, context) => {
    const change = happened(country, EVENT.export, context, { From: from, Till: till });
    // Other exports are nothing that the authority gets.
    return type === 'saft' ? change : { ...change, changes: () => null };
  };
}

function happened(
  country: string,
  event: string,
  { cfg, now }: CountryContext,
  more: Record<string, string> = {},
): StateChange {
  const keys = keysOf(country);
  const details: Record<string, Json> = { CashRegisterEvent: event, ...more };
  return {
    event: 'cash-register',
    details,
    changes(state) {
      details.CashRegister = registerId(state, cfg, keys);
      const sums = sumsFrom(state.get(keys.sums));
      addEvent(sums, event, 0);
      return countedAs(keys, sums, state, now);
    },
  };
}
