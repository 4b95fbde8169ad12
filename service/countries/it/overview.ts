/** What the page of an Italian register shows, and what its register should be looked after for. */
import { localTime } from '../../clock.ts';
import { amountText } from '../../receipt/money.ts';
import { isTree } from '../../receipt/tree.ts';
import { daysBetween } from '../../receipt/time.ts';
import type { Problem } from '../../wire.ts';
import { printerOf } from '../base/fiscal-printer/printer.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { openIntent } from './decision.ts';
import { TAX_DIFFERS } from './fiscalise.ts';
import { knownMemory } from './memory.ts';
import { italyPage } from './page.ts';
import { fiscalNumber } from './reference.ts';
import { departmentsOf, misplacedGroups, TAX_GROUPS } from './taxes.ts';

/** Days before its end from which the printer's certificate is pointed out. */
const WARN_DAYS = 30;
/** How far the clock of a printer may be off, ms. */
const CLOCK_MS = 15 * 60_000;
/** Days without transmission that are pointed out: printers try for twelve days (DLgs 127/2015). */
const WARN_UNSENT = 3;

/** {@link CountryPage.page} of Italy. */
export function page(state: State, context: CountryContext): DescribedPage {
  const printer = printerOf(context);
  const departments = departmentsOf(context.attributes(), printer);
  const known = knownMemory(state);
  const open = openIntent(state);
  const seen = printer?.seen ?? null;
  return italyPage({
    today: context.now.slice(0, 10),
    printer: printer && {
      address: printer.address,
      seen: seen && { at: localTime(seen.at), state: seen.state },
      failure: printer.failure,
      isPaperless: printer.isPaperless === true,
      extracts: printer.extracts ?? [],
    },
    lastDocument: known && known.number > 0 ? fiscalNumber(known) : null,
    rates: TAX_GROUPS.map(({ group, rate, nature = null }) => ({
      ...{ group, rate, nature },
      department: departments?.get(group) ?? null,
    })),
    open: open?.kind === 'document' ? { total: amountText(open.order.total, 2) } : null,
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Italy. */
export function problems(state: State, context: CountryContext): Problem[] {
  const found: Problem[] = [];
  const printer = printerOf(context);
  const isServer = printer?.isPaperless === true;
  if (openIntent(state)) found.push({ code: isServer ? 'IT_SERVER_OPEN' : 'IT_OPEN', severity: 'warning' });
  const differs = state.get(TAX_DIFFERS) ?? null;
  if (isTree(differs) && typeof differs.FN === 'string')
    found.push({ code: 'IT_TAX_DIFFERS', severity: 'warning', params: { number: differs.FN } });
  if (departmentsOf(context.attributes()) === null) found.push({ code: 'IT_DEPARTMENTS', severity: 'stop' });
  const misplaced = printer ? misplacedGroups(context.attributes(), printer) : [];
  if (misplaced.length > 0)
    found.push({
      code: 'IT_DEPARTMENTS_DIFFER',
      severity: 'warning',
      params: { groups: misplaced.join(', ') },
    });
  if (!printer) return [{ code: 'IT_NO_PRINTER', severity: 'stop' }, ...found];
  const { address, failure, seen } = printer;
  if (failure) {
    const { trouble, text } = failure;
    const params = { address, text };
    if (trouble === 'paper' || trouble === 'cover')
      found.push({ code: 'IT_PRINTER_OFFLINE', severity: 'stop', params });
    else if (trouble === 'closing-needed') found.push({ code: 'IT_CLOSING', severity: 'stop' });
    else if (trouble === 'wrong-clock')
      found.push({ code: 'IT_CLOCK', severity: 'stop', params: { address } });
    else if (trouble === 'memory-full') found.push({ code: 'IT_MEMORY_FULL', severity: 'stop' });
    else if (trouble === 'rights') found.push({ code: 'IT_LOGIN', severity: 'stop', params });
    else if (!IS_OF_ONE_REQUEST.has(trouble))
      found.push({ code: isServer ? 'IT_SERVER_SILENT' : 'IT_PRINTER_SILENT', severity: 'stop', params });
    return found;
  }
  return seen ? [...found, ...stateProblems(seen, address, context.now.slice(0, 10))] : found;
}

/** Says nothing of the printer itself. */
const IS_OF_ONE_REQUEST: ReadonlySet<string> = new Set([
  ...['wrong-order', 'refused', 'nothing-sold', 'not-found', 'wrong-rate'],
]);

type Seen = NonNullable<NonNullable<ReturnType<typeof printerOf>>['seen']>;

/** What the printer says of itself. */
function stateProblems({ at, state }: Seen, address: string, today: string): Problem[] {
  const found: Problem[] = [];
  const { unsent, late = 0, rejected = 0 } = state;
  if (rejected) found.push({ code: 'IT_REJECTED', severity: 'warning', params: { count: String(rejected) } });
  if (late) found.push({ code: 'IT_UNSENT', severity: 'warning', params: { count: String(late) } });
  else if (unsent !== null && unsent >= WARN_UNSENT)
    found.push({ code: 'IT_UNSENT', severity: 'warning', params: { count: String(unsent) } });
  if (state.clock && Math.abs(Date.parse(`${state.clock}Z`) - Date.parse(`${localTime(at)}Z`)) > CLOCK_MS)
    found.push({ code: 'IT_CLOCK', severity: 'warning', params: { address } });
  if (state.zRequired) found.push({ code: 'IT_CLOSING', severity: 'stop' });
  if (state.offline)
    found.push({ code: 'IT_PRINTER_OFFLINE', severity: 'stop', params: { address, text: '' } });
  else if (state.paperNearEnd)
    found.push({ code: 'PRINTER_PAPER_LOW', severity: 'info', params: { port: address } });
  if (state.memoryFull) found.push({ code: 'IT_MEMORY_FULL', severity: 'stop' });
  else if (state.memoryNearlyFull) found.push({ code: 'IT_MEMORY_LOW', severity: 'warning' });
  const date = state.certificateExpires;
  if (date !== null && (date < today || daysBetween(today, date) <= WARN_DAYS))
    found.push({ code: 'IT_CERTIFICATE', severity: 'warning', params: { date } });
  return found;
}

/** {@link CountryWork.background} of Italy: the printer is asked how it is, so that trouble is known before a sale. */
export async function* background(_state: State, context: CountryContext): AsyncIterable<Work> {
  const printer = printerOf(context);
  await printer?.state();
  if (printer?.rates && !printer.hasRates) await printer.rates();
}
