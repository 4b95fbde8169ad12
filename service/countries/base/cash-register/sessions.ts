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
import type { OwnReceipt, StateChange, Work } from '../../contract/work.ts';
import { copiedKey, countedAs, keysOf, registerId, textAt } from './books.ts';
import { EVENT } from './codes.ts';
import { entryOf } from './entry.ts';
import type { JournalLaw } from './law.ts';
import { roleOf } from './role.ts';
import { addEvent, sumsFrom } from './sums.ts';

/** Why there is no other copy of a receipt, where the law allows one. */
export const COPIED = 'this receipt was copied before, and there is one copy of each';

/** A start of the service that is not written down yet; null when it is. */
function startOf(country: string, state: State, context: CountryContext): StateChange | null {
  const keys = keysOf(country);
  const name = `${country}/process`;
  const process = (context.memory.get(name) as string | undefined) ?? randomUUID();
  context.memory.set(name, process);
  const before = textAt(state, keys.session);
  if (before === process) return null;
  const ended = before === '' ? '' : textAt(state, keys.last);
  const [{ version }, known] = [context.program(), textAt(state, keys.program)];
  return {
    event: 'cash-register',
    details: {
      CashRegister: registerId(state, context.cfg, keys),
      CashRegisterEvent: EVENT.start,
      ...(ended !== '' && { Ended: ended }),
      ...(known !== '' && known !== version && { Updated: version }),
    },
    changes: (now) =>
      textAt(now, keys.session) === process ? null : { [keys.session]: process, [keys.program]: version },
  };
}

/**
 * {@link CountryWork.background} of a country with such a journal: a start of the service is an
 * event. A process that is killed can write nothing, so the end of the one before is told there. The
 * day before is closed ({@link closingOf}).
 */
export function journalBackground(
  country: string,
): (state: State, context: CountryContext) => AsyncGenerator<Work, void, void> {
  return async function* (state, context) {
    const due = startOf(country, state, context);
    if (due) yield await Promise.resolve(due);
    const closing = closingOf(country, state, context);
    if (closing) yield closing;
  };
}

/**
 * The Z report of a day that is over and that nobody has closed (`Fiscal_ZLaunch`); null when none is
 * due. A register that sells beyond midnight has the attribute not set, and its till sends the report.
 */
function closingOf(country: string, state: State, context: CountryContext): OwnReceipt | null {
  const { now } = context;
  const { opened } = keysOf(country);
  const isDue = (current: State) => {
    const day = textAt(current, opened);
    return day !== '' && day < now.slice(0, 10);
  };
  if (!context.attributes().flag('Fiscal_ZLaunch') || !isDue(state)) return null;
  return { own: 'Z', esr: { NFS: 'Z' }, due: isDue };
}

/** {@link CountryReceipts.prepare} of a country with such a journal: its start and the end of the day before come before what is sold. */
export function journalPrepare(
  country: string,
): (esr: CompleteEsr, state: State, context: ReceiptContext) => AsyncGenerator<Work, Issue[], void> | null {
  return (esr, state, context) => {
    // The till's own report closes the day.
    const isZ = roleOf(esr).event === EVENT.zReport;
    const due = [startOf(country, state, context), isZ ? null : closingOf(country, state, context)];
    const works = due.filter((work) => work !== null);
    return works.length === 0 ? null : all(works);
  };
}

async function* all(works: readonly Work[]): AsyncGenerator<Work, Issue[], void> {
  for (const work of works) yield await Promise.resolve(work);
  return [];
}

/**
 * {@link CountryPaper.reprinted} of a country with such a journal: copies of transactions are events.
 * @param mark printed on them, with a number where there may be several
 */
export function journalReprinted(
  { country, copyIssue }: Pick<JournalLaw, 'country' | 'copyIssue'>,
  mark: string,
): (
  original: JournalRecord,
  copy: number,
  state: State,
  context: CountryContext,
) => Reprint | { issues: Issue[] } | null {
  const keys = keysOf(country);
  return (original, copy, state, { cfg, now }) => {
    if (entryOf(original)?.nr === undefined) return null;
    if (copyIssue && (copy > 1 || state.get(copiedKey(country, original.SQ)) !== undefined))
      return { issues: [copyIssue('FN', COPIED)] };
    const sums = sumsFrom(state.get(keys.sums));
    addEvent(sums, EVENT.copy, minor(original.ESR?.T, 2));
    const tags: Tag[] = [{ Label: '', Name: 'Copy', Value: copyIssue ? mark : `${mark} ${copy}` }];
    const details: Record<string, Json> = {
      CashRegister: registerId(state, cfg, keys),
      CashRegisterEvent: EVENT.copy,
      ...{ Transaction: String(original.SQ), Amount: original.ESR?.T ?? '0.00' },
    };
    return { details, changes: countedAs(keys, sums, state, now), tags };
  };
}
