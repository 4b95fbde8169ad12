/** Events that no receipt is: start and stop of the service, and copies that are printed again. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../../../receipt/json.ts';
import type { Issue } from '../../../receipt/issue.ts';
import { minor } from '../../../receipt/money.ts';
import type { CompleteEsr, JournalRecord, Tag } from '../../../receipt/tra.ts';
import type { ReceiptContext } from '../../contract/fiscalise.ts';
import type { Reprint } from '../../contract/paper.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { StateChange } from '../../contract/work.ts';
import { keysOf, registerId, textAt } from './books.ts';
import { EVENT } from './codes.ts';
import { entryOf } from './entry.ts';
import { addEvent, sumsFrom } from './sums.ts';

/** A start of the service that is not written down yet; null when it is. */
function startOf(country: string, state: State, context: CountryContext): StateChange | null {
  const keys = keysOf(country);
  const name = `${country}/process`;
  const process = (context.memory.get(name) as string | undefined) ?? randomUUID();
  context.memory.set(name, process);
  const before = textAt(state, keys.session);
  if (before === process) return null;
  const ended = before === '' ? '' : textAt(state, keys.last);
  return {
    event: 'cash-register',
    details: {
      CashRegister: registerId(state, context.cfg, keys),
      CashRegisterEvent: EVENT.start,
      ...(ended !== '' && { Ended: ended }),
    },
    changes: (now) => (textAt(now, keys.session) === process ? null : { [keys.session]: process }),
  };
}

/**
 * {@link CountryWork.background} of a country with such a journal: a start of the service is an
 * event. A process that is killed can write nothing, so the end of the one before is told there.
 */
export function journalBackground(
  country: string,
): (state: State, context: CountryContext) => AsyncGenerator<StateChange, void, void> {
  return async function* (state, context) {
    const due = startOf(country, state, context);
    if (due) yield await Promise.resolve(due);
  };
}

/** {@link CountryReceipts.prepare} of a country with such a journal: its start comes before what is sold. */
export function journalPrepare(
  country: string,
): (
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
) => AsyncGenerator<StateChange, Issue[], void> | null {
  return (_esr, state, context) => {
    const due = startOf(country, state, context);
    return due && first(due);
  };
}

async function* first(due: StateChange): AsyncGenerator<StateChange, Issue[], void> {
  yield await Promise.resolve(due);
  return [];
}

/** {@link CountryPaper.reprinted} of a country with such a journal: copies of transactions are events. */
export function journalReprinted(
  country: string,
  mark: string,
): (original: JournalRecord, copy: number, state: State, context: CountryContext) => Reprint | null {
  const keys = keysOf(country);
  return (original, copy, state, { cfg }) => {
    if (entryOf(original)?.nr === undefined) return null;
    const sums = sumsFrom(state.get(keys.sums));
    addEvent(sums, EVENT.copy, minor(original.ESR?.T, 2));
    const tags: Tag[] = [{ Label: '', Name: 'Copy', Value: `${mark} ${copy}` }];
    const details: Record<string, Json> = {
      CashRegister: registerId(state, cfg, keys),
      CashRegisterEvent: EVENT.copy,
      ...{ Transaction: String(original.SQ), Amount: original.ESR?.T ?? '0.00' },
    };
    return { details, changes: { [keys.sums]: sums as unknown as Json }, tags };
  };
}
