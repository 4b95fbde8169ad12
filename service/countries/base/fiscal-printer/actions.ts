/** What managers do on the pages of registers with a fiscal printer. */
import type { Issue } from '../../../receipt/issue.ts';
import { pageIssue } from '../../contract/described-page/issue.ts';
import { words } from '../../contract/described-page/words.ts';
import type { PrinterOutcome, RegisterFiscalPrinter } from '../../contract/fiscal-printer.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { Outcome, Work } from '../../contract/work.ts';
import { DONE, refuse, type Action } from '../action.ts';
import type { Decisions } from './decision.ts';
import { closing, printerOf } from './printer.ts';

/**
 * Does something with the printer; what is to be said when it does not.
 * @param of the printer that a country can use
 */
export async function withPrinter<T>(
  context: CountryContext,
  work: (printer: RegisterFiscalPrinter) => Promise<PrinterOutcome<T>>,
  of = printerOf,
): Promise<{ result: T } | { outcome: Outcome }> {
  const printer = of(context);
  if (!printer) return { outcome: refuse('', 'error.noPrinter') };
  const told = await work(printer);
  if (told.outcome === 'done') return { result: told.result };
  const said = words(`printer.trouble.${told.failure.trouble}`);
  return { outcome: { issues: [pageIssue('', told.failure.text, said)] } };
}

/** Closes the day of the printer by a receipt of the register. */
export async function* closeDay(): AsyncGenerator<Work, Outcome, void> {
  let refused: readonly Issue[] = [];
  yield closing((issues) => (refused = issues));
  const [first] = refused;
  return first ? { issues: [pageIssue('', first.text, words('error.closing', { text: first.text }))] } : DONE;
}

/** A manager says that what the printer was asked last has not been printed. */
export function notPrinted<Intent>({
  openIntent,
  decide,
}: Pick<Decisions<Intent>, 'openIntent' | 'decide'>): Action {
  return async function* (_input, state) {
    const intent = openIntent(state);
    if (!intent) return refuse('', 'error.notOpen');
    yield decide(intent, null);
    return DONE;
  };
}
