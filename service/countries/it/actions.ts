/** What a store manager does on the page of an Italian register. Bodies are held against the page before (described-page/input.ts). */
import type { Issue } from '../../receipt/issue.ts';
import { daysBetween } from '../../receipt/time.ts';
import type { Tree } from '../../receipt/tree.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { Extract, PrinterOutcome, RegisterFiscalPrinter } from '../contract/fiscal-printer.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { decide, openIntent } from './decision.ts';
import { closing, lookedAt, printerOf } from './memory.ts';

type Action = (input: Tree, state: State, context: CountryContext) => AsyncGenerator<Work, Outcome, void>;

const DONE: Outcome = { result: null };
/** Days of a report, and of one with all documents: a roll has to be enough, and nobody sells meanwhile. */
const [MOST_DAYS, MOST_DAYS_OF_ALL] = [366, 31];

/** Does something with the printer; what is to be said when it does not. */
async function withPrinter<T>(
  context: CountryContext,
  work: (printer: RegisterFiscalPrinter) => Promise<PrinterOutcome<T>>,
): Promise<{ result: T } | { outcome: Outcome }> {
  const printer = printerOf(context);
  if (!printer) return { outcome: refuse('error.noPrinter') };
  const told = await work(printer);
  if (told.outcome === 'done') return { result: told.result };
  const said = words(`printer.trouble.${told.failure.trouble}`);
  return { outcome: { issues: [pageIssue('', told.failure.text, said)] } };
}

function refuse(key: string, path = ''): Outcome {
  return { issues: [pageIssue(path, key, words(key))] };
}

function textOf(input: Tree, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}

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
    let refused: readonly Issue[] = [];
    yield closing((issues) => (refused = issues));
    const [first] = refused;
    return first
      ? { issues: [pageIssue('', first.text, words('error.closing', { text: first.text }))] }
      : DONE;
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
    if (from > till) return refuse('error.period', 'till');
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
    if (intent?.kind !== 'document') return refuse('error.notOpen');
    const [z, number] = textOf(input, 'number').split('-').map(Number) as [number, number];
    const { z: before } = intent.before;
    if (number === 0 || z < before || (z === before && number <= intent.before.number))
      return refuse('error.oldNumber', 'number');
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
  async *'not-printed'(_input, state) {
    const intent = openIntent(state);
    if (!intent) return refuse('error.notOpen');
    yield decide(intent, null);
    return DONE;
  },
};

/** {@link CountryPage.act} of Italy. */
export function act(
  action: string,
  input: Tree,
  state: State,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  return ACTIONS[action]!(input, state, context);
}
