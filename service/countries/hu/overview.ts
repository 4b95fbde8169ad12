/** What the page of a Hungarian register shows, and what its register should be looked after for. */
import { localTime } from '../../clock.ts';
import { amountText } from '../../receipt/money.ts';
import type { Problem } from '../../wire.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { onlinePageInput } from '../base/online/overview.ts';
import { certificateFacts, fetchCertificate, isRequested } from './certificate.ts';
import { openIntent } from './device.ts';
import { annulmentsOf } from './invoice/annulment.ts';
import { hasInvoices } from './invoice/fiscalise.ts';
import { ENVIRONMENT, loginOf } from './invoice/login.ts';
import { openDay, printerOf } from './memory.ts';
import { hungaryPage } from './page.ts';
import { TAX_GROUPS } from './taxes.ts';

/** {@link CountryPage.page} of Hungary. */
export function page(state: State, context: CountryContext): DescribedPage {
  const printer = printerOf(context);
  const open = openIntent(state);
  const seen = printer?.seen ?? null;
  return hungaryPage({
    today: context.now.slice(0, 10),
    printer: printer && {
      address: printer.address,
      seen: seen && { at: localTime(seen.at), state: seen.state },
      failure: printer.failure,
      hasEuro: printer.setEuro !== undefined,
      isPaperless: printer.isPaperless === true,
      ...(printer.clientName !== undefined && {
        client: certificateFacts(context, printer),
        isRequested: isRequested(context, printer),
      }),
    },
    openedOn: openDay(state)?.on ?? null,
    rates: TAX_GROUPS,
    open: open?.kind === 'document' ? { total: amountText(open.order.total, 2) } : null,
    problems: problems(state, context),
    invoices: {
      ...onlinePageInput(null, ENVIRONMENT.isTest(context), context),
      user: loginOf(context, context.cfg)?.user ?? null,
      ...{ annulments: annulmentsOf(state), hasInvoices: hasInvoices(state) },
      problems: [],
    },
  });
}

/** {@link CountryPage.problems} of Hungary. */
export function problems(state: State, context: CountryContext): Problem[] {
  const found: Problem[] = [];
  const printer = printerOf(context);
  const isCloud = printer?.isPaperless === true;
  if (openIntent(state)) found.push({ code: isCloud ? 'HU_CLOUD_OPEN' : 'HU_OPEN', severity: 'warning' });
  // A shop may have invoices alone.
  if (!printer && loginOf(context, context.cfg)) return found;
  if (!printer) return [{ code: 'HU_NO_PRINTER', severity: 'stop' }, ...found];
  const { address, failure, seen } = printer;
  if (!failure) {
    if (seen?.state.paperNearEnd)
      found.push({ code: 'PRINTER_PAPER_LOW', severity: 'info', params: { port: address } });
    return found;
  }
  const { trouble, text } = failure;
  const params = { address, text };
  switch (trouble) {
    case 'paper':
    case 'cover':
      return [...found, { code: 'HU_PRINTER_OFFLINE', severity: 'stop', params }];
    case 'closing-needed':
      return [...found, { code: 'HU_CLOSING', severity: 'stop' }];
    case 'day-not-open':
      return [...found, { code: isCloud ? 'HU_CLOUD_DAY' : 'HU_DAY', severity: 'stop' }];
    case 'blocked':
      return [...found, { code: 'HU_BLOCKED', severity: 'stop', params }];
    case 'memory-full':
      return [...found, { code: 'HU_MEMORY_FULL', severity: 'stop' }];
    case 'wrong-clock':
      return [...found, { code: 'HU_CLOCK', severity: 'stop' }];
    case 'rights':
      return [...found, { code: isCloud ? 'HU_CLOUD_LOGIN' : 'HU_LOGIN', severity: 'stop', params }];
    case 'wrong-order':
    case 'wrong-rate':
    case 'refused':
      return found;
    default:
      return [
        ...found,
        { code: isCloud ? 'HU_CLOUD_SILENT' : 'HU_PRINTER_SILENT', severity: 'stop', params },
      ];
  }
}

/** {@link CountryWork.background} of Hungary: the printer is asked how it is, so that trouble is known before a sale. */
export async function* background(_state: State, context: CountryContext): AsyncIterable<Work> {
  await printerOf(context)?.state();
  yield* fetchCertificate(context);
}
