/** What the page of a Polish register shows, and what its register should be looked after for. */
import { localTime } from '../../clock.ts';
import { amountText } from '../../receipt/money.ts';
import type { Problem } from '../../wire.ts';
import { printerOf } from '../base/fiscal-printer/printer.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { FiscalPrinterState } from '../contract/fiscal-printer.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { openIntent } from './device.ts';
import { knownMemory } from './memory.ts';
import { polandPage } from './page.ts';
import { departmentOf, letterOf, TAX_GROUPS } from './taxes.ts';

/** How far the clock of the printer may be from ours, ms. */
const CLOCK_MS = 10 * 60_000;

/** {@link CountryPage.page} of Poland. */
export function page(state: State, context: CountryContext): DescribedPage {
  const printer = printerOf(context);
  const known = knownMemory(state);
  const open = openIntent(state);
  const seen = printer?.seen ?? null;
  const rates = known?.rates ?? null;
  return polandPage({
    today: context.now.slice(0, 10),
    printer: printer && {
      address: printer.address,
      seen: seen && { at: localTime(seen.at), state: seen.state },
      failure: printer.failure,
      extracts: printer.extracts ?? [],
    },
    lastReceipt: known && known.number > 0 ? { z: known.z, number: known.number } : null,
    rates: TAX_GROUPS.map(({ group, rate, exempt = false }) => {
      const department = rates && departmentOf(group, rates);
      return { group, rate: exempt ? null : rate, letter: department === null ? null : letterOf(department) };
    }),
    areRatesKnown: rates !== null,
    open:
      open?.kind === 'receipt'
        ? {
            ...{ total: amountText(open.order.total, 2), isNumbered: open.before.z > 0 },
            isInvoice: open.order.invoice !== undefined,
          }
        : null,
    problems: problems(state, context),
  });
}

/** {@link CountryPage.problems} of Poland. */
export function problems(state: State, context: CountryContext): Problem[] {
  const found: Problem[] = [];
  const printer = printerOf(context);
  if (openIntent(state)) found.push({ code: 'PL_OPEN', severity: 'warning' });
  if (!printer) return [{ code: 'PL_NO_PRINTER', severity: 'stop' }, ...found];
  const { address, failure, seen } = printer;
  if (failure) {
    const { trouble, text } = failure;
    const params = { address, text };
    if (trouble === 'paper' || trouble === 'cover')
      found.push({ code: 'PL_PRINTER_OFFLINE', severity: 'stop', params });
    else if (trouble === 'closing-needed') found.push({ code: 'PL_CLOSING', severity: 'stop' });
    else if (trouble === 'rights') found.push({ code: 'PL_LOGIN', severity: 'stop', params });
    else if (trouble === 'memory-full') found.push({ code: 'PL_MEMORY_FULL', severity: 'stop' });
    else if (trouble === 'wrong-clock') found.push({ code: 'PL_CLOCK', severity: 'stop', params });
    else if (
      trouble === 'unreachable' ||
      trouble === 'no-answer' ||
      trouble === 'unreadable' ||
      trouble === 'busy'
    )
      found.push({ code: 'PL_PRINTER_SILENT', severity: 'stop', params });
    return found;
  }
  return seen ? [...found, ...stateProblems(seen.state, address, seen.at)] : found;
}

/** What the printer says of itself. @param at when it was asked, ms since 1970 */
function stateProblems(state: FiscalPrinterState, address: string, at: number): Problem[] {
  const found: Problem[] = [];
  const params = { address, text: '' };
  if (state.offline) found.push({ code: 'PL_PRINTER_OFFLINE', severity: 'stop', params });
  else if (state.paperNearEnd)
    found.push({ code: 'PRINTER_PAPER_LOW', severity: 'info', params: { port: address } });
  if (state.memoryFull) found.push({ code: 'PL_MEMORY_FULL', severity: 'stop' });
  else if (state.memoryNearlyFull) found.push({ code: 'PL_MEMORY_LOW', severity: 'warning' });
  if (state.zRequired) found.push({ code: 'PL_CLOSING', severity: 'stop' });
  const { clock } = state;
  if (typeof clock === 'string' && Math.abs(Date.parse(clock) - at) > CLOCK_MS)
    found.push({ code: 'PL_CLOCK', severity: 'warning', params: { address, text: clock.replace('T', ' ') } });
  return found;
}

/** {@link CountryWork.background} of Poland: the printer is asked how it is, so that trouble is known before a sale. */
export async function* background(_state: State, context: CountryContext): AsyncIterable<Work> {
  await printerOf(context)?.state();
}
