/** What a store manager does on the page of an Italian register. Bodies are held against the page before (described-page/input.ts). */
import { daysBetween } from '../../receipt/time.ts';
import { closeDay, notPrinted, withPrinter } from '../base/fiscal-printer/actions.ts';
import { acting, DONE, refuse, textOf, type Action } from '../base/action.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { Extract } from '../contract/fiscal-printer.ts';
import type { CountryContext } from '../contract/services.ts';
import type { Outcome } from '../contract/work.ts';
import { decide, openIntent } from './decision.ts';
import { lookedAt } from './memory.ts';

/** Days of a report, and of one with all documents: a roll has to be enough, and nobody sells meanwhile. */
const [MOST_DAYS, MOST_DAYS_OF_ALL] = [366, 31];

async function extract(context: CountryContext, what: Extract, from: string, till: string): Promise<Outcome> {
  const told = await withPrinter(context, (printer) => printer.extract!(what, from, till));
  return 'outcome' in told ? told.outcome : DONE;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  async *look(_input, state, context) {
    const told = await withPrinter(context, (printer) => printer.state());
    if ('outcome' in told) return told.outcome;
    const newest = await withPrinter(context, (printer) => printer.last());
    if ('outcome' in newest) return newest.outcome;
    const change = openIntent(state) ? null : lookedAt(newest.result, state);
    if (change) yield change;
    return DONE;
  },
  async *'x-report'(_input, _state, context) {
    const told = await withPrinter(context, (printer) => printer.report('X'));
    return 'outcome' in told ? told.outcome : DONE;
  },
  async *'close-day'(_input, state, context) {
    const newest = await withPrinter(context, (printer) => printer.last());
    if ('outcome' in newest) return newest.outcome;
    const change = openIntent(state) ? null : lookedAt(newest.result, state);
    if (change) yield change;
    return yield* closeDay();
  },
  async *reprint(input, _state, context) {
    const number = Number(textOf(input, 'number'));
    const told = await withPrinter(context, (printer) => printer.reprint(textOf(input, 'day'), number));
    return 'outcome' in told ? told.outcome : DONE;
  },
  async *'set-clock'(_input, _state, context) {
    const told = await withPrinter(context, (printer) => printer.setClock(context.now));
    return 'outcome' in told ? told.outcome : DONE;
  },
  async *extract(input, _state, context) {
    const [what, from, till] = [textOf(input, 'what'), textOf(input, 'from'), textOf(input, 'till')];
    if (from > till) return refuse('till', 'error.period');
    const most = what === 'journal' ? MOST_DAYS_OF_ALL : MOST_DAYS;
    if (daysBetween(from, till) >= most)
      return { issues: [pageIssue('from', `at most ${most} days`, words('error.tooLong', { days: most }))] };
    return extract(context, what as Extract, from, till);
  },
  async *'memory-report'(_input, _state, context) {
    return extract(context, 'memory', '', '');
  },
  async *printed(input, state) {
    const intent = openIntent(state);
    if (intent?.kind !== 'document') return refuse('', 'error.notOpen');
    const [z, number] = textOf(input, 'number').split('-').map(Number) as [number, number];
    const { z: before } = intent.before;
    if (number === 0 || z < before || (z === before && number <= intent.before.number))
      return refuse('number', 'error.oldNumber');
    const time = `${textOf(input, 'day')}T${textOf(input, 'time')}:00`;
    yield decide(intent, {
      z,
      number,
      time,
      serial: intent.before.serial ?? '',
      total: intent.order.total,
      vat: null,
    });
    return DONE;
  },
  'not-printed': notPrinted({ openIntent, decide }),
};

/** {@link CountryPage.act} of Italy. */
export const act = acting(ACTIONS);
