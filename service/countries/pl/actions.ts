/** What a store manager does on the page of a Polish register. Bodies are held against the page before (described-page/input.ts). */
import { closeDay, notPrinted, withPrinter } from '../base/fiscal-printer/actions.ts';
import { printerOf } from '../base/fiscal-printer/printer.ts';
import { acting, DONE, refuse, textOf, type Action } from '../base/action.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { decide, openIntent } from './device.ts';
import { look, lookedAt } from './memory.ts';

/** Journals what the printer has done without this register. */
async function* lookAgain(state: State, context: CountryContext): AsyncGenerator<Work, Outcome | null, void> {
  const printer = printerOf(context);
  if (!printer) return refuse('', 'error.noPrinter');
  const seen = await look(printer, state);
  if ('issue' in seen) {
    const { trouble = 'no-answer' } = printer.failure ?? {};
    return { issues: [pageIssue('', seen.issue.text, words(`printer.trouble.${trouble}`))] };
  }
  const change = openIntent(state) ? null : lookedAt(seen.newest, seen.rates, state);
  if (change) yield change;
  return null;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  async *look(_input, state, context) {
    const told = await withPrinter(context, (printer) => printer.state());
    if ('outcome' in told) return told.outcome;
    return (yield* lookAgain(state, context)) ?? DONE;
  },
  async *'close-day'(_input, state, context) {
    const wrong = yield* lookAgain(state, context);
    if (wrong) return wrong;
    return yield* closeDay();
  },
  async *period(input, _state, context) {
    const [from, till] = [textOf(input, 'from'), textOf(input, 'till')];
    if (from > till) return refuse('till', 'error.period');
    const what = textOf(input, 'what') === 'sum' ? 'sum' : 'closings';
    const told = await withPrinter<unknown>(context, (printer) =>
      printer.extract
        ? printer.extract(what, from, till)
        : Promise.resolve({ outcome: 'not-done', failure: { trouble: 'wrong-order', text: 'no reports' } }),
    );
    return 'outcome' in told ? told.outcome : DONE;
  },
  async *printed(input, state) {
    const intent = openIntent(state);
    if (intent?.kind !== 'receipt') return refuse('', 'error.notOpen');
    const { before } = intent;
    const isInvoice = intent.order.invoice !== undefined;
    const number = isInvoice ? before.number : Number(textOf(input, 'number'));
    const z = textOf(input, 'z') === '' ? before.z : Number(textOf(input, 'z'));
    const isOld = !isInvoice && number <= before.number && before.z > 0;
    if (z < before.z || (z === before.z && isOld)) return refuse('number', 'error.oldNumber');
    const time = `${textOf(input, 'day')}T${textOf(input, 'time')}:00`;
    const isSameDay = z === before.z;
    const count = before.count !== undefined && { count: isSameDay ? before.count + 1 : number };
    const sum = (isSameDay ? (before.sum ?? 0) : 0) + intent.order.total;
    const { total } = intent.order;
    yield decide(intent, { z, number, time, ...count, sum, serial: before.serial ?? '', total, vat: null });
    return DONE;
  },
  'not-printed': notPrinted({ openIntent, decide }),
};

/** {@link CountryPage.act} of Poland. */
export const act = acting(ACTIONS);
