/** What a store manager does on the page of a Hungarian register. Bodies are held against the page before (described-page/input.ts). */
import type { Issue } from '../../receipt/issue.ts';
import { notPrinted, withPrinter as askPrinter } from '../base/fiscal-printer/actions.ts';
import { closing } from '../base/fiscal-printer/printer.ts';
import { acting, DONE, refuse, textOf, type Action } from '../base/action.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { PrinterOutcome, RegisterFiscalPrinter } from '../contract/fiscal-printer.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, OwnReceipt, Work } from '../contract/work.ts';
import { CERTIFICATE_ACTIONS, fetchCertificate } from './certificate.ts';
import { decide, openIntent } from './device.ts';
import { INVOICE_ACTIONS } from './invoice/actions.ts';
import { lookedAt, opening, positionOf, printerOf } from './memory.ts';
import { readNumber } from './reference.ts';

/** Smallest coin, forint. */
const COIN = 5;

/** Does something with the printer; what is to be said when it does not. */
function withPrinter<T>(
  context: CountryContext,
  work: (printer: RegisterFiscalPrinter) => Promise<PrinterOutcome<T>>,
): Promise<{ result: T } | { outcome: Outcome }> {
  return askPrinter(context, work, printerOf);
}

/** Issues a receipt of the register itself, after the memory was looked at. */
async function* own(
  make: (tell: (issues: readonly Issue[]) => void) => OwnReceipt,
  state: State,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const now = await withPrinter(context, (printer) => positionOf(printer));
  if ('outcome' in now) return now.outcome;
  const change = openIntent(state) ? null : lookedAt(now.result, state);
  if (change) yield change;
  let refused: readonly Issue[] = [];
  yield make((issues) => (refused = issues));
  const [first] = refused;
  return first ? { issues: [pageIssue('', first.text, words('error.refused', { text: first.text }))] } : DONE;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  ...INVOICE_ACTIONS,
  ...CERTIFICATE_ACTIONS,
  async *look(_input, state, context) {
    const told = await withPrinter(context, (printer) => printer.state());
    if ('outcome' in told) return told.outcome;
    const now = await withPrinter(context, (printer) => positionOf(printer, true));
    if ('outcome' in now) return now.outcome;
    const change = openIntent(state) ? null : lookedAt(now.result, state);
    if (change) yield change;
    yield* fetchCertificate(context);
    return DONE;
  },
  async *'x-report'(_input, _state, context) {
    const told = await withPrinter(context, (printer) => printer.report('X'));
    return 'outcome' in told ? told.outcome : DONE;
  },
  async *'open-day'(input, state, context) {
    const forints = Number(textOf(input, 'cash'));
    if (forints % COIN !== 0) return refuse('cash', 'error.coins');
    return yield* own((tell) => opening(forints * 100, tell), state, context);
  },
  'close-day': (_input, state, context) => own(closing, state, context),
  async *reprint(input, _state, context) {
    const { type = '', z, number } = readNumber(textOf(input, 'number'))!;
    const told = await withPrinter(context, (printer) => printer.reprint(`${type}${z}`, number));
    return 'outcome' in told ? told.outcome : DONE;
  },
  async *euro(input, _state, context) {
    const set = (printer: RegisterFiscalPrinter) =>
      printer.setEuro!(textOf(input, 'rate'), textOf(input, 'day'));
    const told = await withPrinter(context, set);
    return 'outcome' in told ? told.outcome : DONE;
  },
  async *printed(input, state) {
    const intent = openIntent(state);
    if (intent?.kind !== 'document') return refuse('', 'error.notOpen');
    const [type = '', serial = '', , z = '', number = ''] = textOf(input, 'number').split(/[-/]/);
    if (Number(z) < intent.before.z || Number(number) === 0) return refuse('number', 'error.oldNumber');
    const time = `${textOf(input, 'day')}T${textOf(input, 'time')}:00`;
    const printed = { type, number: Number(number) };
    const place = { z: Number(z), number: intent.before.number + 1, serial, time };
    yield decide(intent, { ...place, printed, total: intent.order.total, vat: null });
    return DONE;
  },
  'not-printed': notPrinted({ openIntent, decide }),
};

/** {@link CountryPage.act} of Hungary. */
export const act = acting(ACTIONS);
