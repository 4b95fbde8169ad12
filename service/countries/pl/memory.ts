/**
 * What is known of the printer: where its memory ends, and its rates. Before each receipt the
 * printer is asked, and what has changed without us is journaled: afterwards whatever comes
 * behind it is ours.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { closing, printerOf } from '../base/fiscal-printer/printer.ts';
import type {
  DeviceRate,
  FiscalDocument,
  MemoryPosition,
  RegisterFiscalPrinter,
} from '../contract/fiscal-printer.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import type { StateChange, Work } from '../contract/work.ts';
import { issue } from './codes.ts';
import { forgotten, lastTime, wasClosedOn } from './day.ts';
import { invoiceNumber } from './invoice.ts';
import { isTextKind, isWanted, kindOf } from './kind.ts';
import { departmentOf, groupOf, letterOf } from './taxes.ts';
import { noPrinter, troubleIssue } from './trouble.ts';

/** State key of {@link Known}. */
const KEY = 'PL/Printer';
/** Log record that says where the memory ends, after somebody else has used the printer, or its rates were set. */
export const MEMORY = 'fiscal-memory';

/** What is known of a printer. */
export interface Known extends MemoryPosition {
  serial: string;
  rates: readonly DeviceRate[];
}

/** What was known when it was looked at last; null before. */
export function knownMemory(state: State): Known | null {
  return (state.get(KEY) ?? null) as unknown as Known | null;
}

function place({ z, number, serial, count, sum }: MemoryPosition): MemoryPosition {
  return {
    ...{ z, number, ...(serial !== undefined && { serial }) },
    ...(count !== undefined && { count }),
    ...(sum !== undefined && { sum }),
  };
}

/** State changes when a document has come into the memory, or a day was closed. */
export function remembered(document: MemoryPosition, rates: readonly DeviceRate[]): Record<string, Json> {
  return { [KEY]: { ...place(document), rates } as unknown as Json };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Journals where the memory ends and what its rates are, if that is not known; null when it is. */
export function lookedAt(
  newest: FiscalDocument,
  rates: readonly DeviceRate[],
  state: State,
): StateChange | null {
  const { z, number, serial } = newest;
  const isKnown = (known: Known | null) =>
    known !== null && same(place(known), place(newest)) && same(known.rates, rates);
  if (isKnown(knownMemory(state))) return null;
  return {
    event: MEMORY,
    details: {
      ...{ Serial: serial, Z: String(z), Document: String(number) },
      Rates: rates
        .map(({ department, rate, nature }) => `${letterOf(department)}=${nature ?? rate}`)
        .join(' '),
    },
    changes: (current) => {
      const known = knownMemory(current);
      if (isKnown(known)) return null;
      // Counting has begun anew: somebody has closed the day, on a printer that does not number days.
      const isNewDay =
        known !== null && z === known.z && (newest.count ?? number) < (known.count ?? known.number);
      return { ...remembered(newest, rates), ...(isNewDay && forgotten()) };
    },
  };
}

/** What the printer says of its memory, and of its rates where these may be others by now. */
export async function look(
  printer: RegisterFiscalPrinter,
  state: State,
): Promise<{ newest: FiscalDocument; rates: readonly DeviceRate[] } | { issue: Issue }> {
  const newest = await printer.last();
  if (newest.outcome !== 'done') return { issue: troubleIssue(newest.failure) };
  const { result } = newest;
  const known = knownMemory(state);
  // Rates are set between a daily report and the first receipt behind it.
  const isSame =
    known?.serial === result.serial && known.z === result.z && (result.count ?? result.number) > 0;
  if (isSame) return { newest: result, rates: known.rates };
  const rates = await printer.rates!();
  if (rates.outcome !== 'done') return { issue: troubleIssue(rates.failure) };
  return { newest: result, rates: rates.result ?? [] };
}

/** {@link CountryReceipts.prepare} of Poland. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  const kind = kindOf(esr);
  // Text is printed or not: nothing has to be known for it.
  if (isTextKind(kind)) return kind !== 'X' && isWanted(esr) && !printerOf(context) ? refusing() : null;
  return prepared(kind === 'sale' ? esr : null, state, context);
}

async function* refusing(): AsyncGenerator<Work, Issue[], void> {
  return [noPrinter()];
}

/** @param sale null for a daily report */
async function* prepared(
  sale: CompleteEsr | null,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> {
  const printer = printerOf(context);
  if (!printer) return [noPrinter()];
  const seen = await look(printer, state);
  if ('issue' in seen) return [seen.issue];
  const { newest, rates } = seen;
  const change = lookedAt(newest, rates, state);
  if (change) yield change;
  if (!sale) return [];
  if (invoiceNumber(sale) !== null && printer.printsInvoices !== true)
    return [issue('#PL_REFUSED', 'ESR.PL_Faktura', 'this fiscal printer prints no invoices')];
  const wrong = missingRates(sale, rates);
  if (wrong.length > 0) return wrong;
  const today = context.now.slice(0, 10);
  const isOpen = (newest.count ?? newest.number) > 0;
  // Printers that do not tell when they sold last: the register remembers when it did.
  const day = newest.time.slice(0, 10) || lastTime(state).slice(0, 10) || today;
  const isOver = isOpen && day < today && !wasClosedOn(today, state);
  if (!isOver || !context.attributes().flag('Fiscal_ZLaunch')) return [];
  let refused: readonly Issue[] = [];
  yield closing((issues) => (refused = issues));
  return [...refused];
}

function missingRates({ TaxA, D }: CompleteEsr, rates: readonly DeviceRate[]): Issue[] {
  return TaxA.flatMap((line, i) => {
    const group = groupOf(line, D.slice(0, 10));
    if (group === null || departmentOf(group, rates) !== null) return [];
    const text = `no rate of the printer is ${group === 'E' ? 'exempt (zw.)' : `${line.Prc ?? '?'} %`}`;
    return [issue('#PL_RATE', `ESR.TaxA[${i}]`, text)];
  });
}
