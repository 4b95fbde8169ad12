/**
 * Where the memory of the printer ends. Before each receipt the printer is asked, and
 * what has changed without us is journaled: afterwards whatever comes behind it is ours.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { closing, printerOf } from '../base/fiscal-printer/printer.ts';
import type { FiscalDocument, RegisterFiscalPrinter } from '../contract/fiscal-printer.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import type { StateChange, Work } from '../contract/work.ts';
import { lastTime, wasClosedOn } from './day.ts';
import { isDocument, kindOf, type DocumentKind } from './kind.ts';
import { planOf } from './order.ts';
import { referenceOf } from './reference.ts';
import { departmentsOf } from './taxes.ts';
import { noPrinter, troubleIssue } from './trouble.ts';

/** State key of {@link Known}. */
const KEY = 'IT/Printer';
/** Log record that says where the memory ends, after somebody else has used the printer. */
export const MEMORY = 'fiscal-memory';

/** What is known of the printer's memory. */
export interface Known {
  [name: string]: Json;
  z: number;
  number: number;
  serial: string;
}

/** Where the memory ended when it was looked at last; null before. */
export function knownMemory(state: State): Known | null {
  return (state.get(KEY) ?? null) as Known | null;
}

/** State changes when a document has come into the memory. */
export function remembered({ z, number, serial, sum }: FiscalDocument): Record<string, Json> {
  const known: Known = { z, number, serial, ...(sum !== undefined && { sum }) };
  return { [KEY]: known };
}

/** Journals where the memory ends, if that is not known; null when it is. */
export function lookedAt(newest: FiscalDocument, state: State): StateChange | null {
  const { z, number, serial } = newest;
  const isKnown = (known: Known | null) =>
    known?.z === z &&
    known.number === number &&
    known.serial === serial &&
    (newest.sum === undefined || known.sum === newest.sum);
  if (isKnown(knownMemory(state))) return null;
  return {
    event: MEMORY,
    details: { Serial: serial, Z: String(z), Document: String(number) },
    changes: (current) => (isKnown(knownMemory(current)) ? null : remembered(newest)),
  };
}

/** {@link CountryReceipts.prepare} of Italy. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  const kind = kindOf(esr);
  if (kind === 'nothing') return null;
  if (kind === 'return' || kind === 'void') {
    const reference = referenceOf(esr, kind, context.originals);
    if ('issues' in reference) return refusing(reference.issues);
  }
  return look(esr, state, context, isDocument(kind) ? kind : null);
}

async function* refusing(issues: Issue[]): AsyncGenerator<Work, Issue[], void> {
  return issues;
}

/** @param kind of a document: a day that is over is closed before it, where the profile wants that */
async function* look(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
  kind: DocumentKind | null,
): AsyncGenerator<Work, Issue[], void> {
  const printer = printerOf(context);
  if (!printer) return [noPrinter()];
  const wrong = kind && (await withoutDepartment(esr, kind, printer, context));
  if (wrong && wrong.length > 0) return wrong;
  const newest = await printer.last();
  if (newest.outcome !== 'done') return [troubleIssue(newest.failure)];
  const change = lookedAt(newest.result, state);
  if (change) yield change;
  const today = context.now.slice(0, 10);
  // A server does not tell when its last document was.
  const time = printer.isPaperless ? lastTime(state) : newest.result.time;
  const isOver =
    newest.result.z > 0 && time !== '' && time.slice(0, 10) < today && !wasClosedOn(today, state);
  if (kind === null || !isOver || !context.attributes().flag('Fiscal_ZLaunch')) return [];
  const told = await printer.state();
  if (told.outcome !== 'done') return [troubleIssue(told.failure)];
  if (told.result.dayOpen === false) return [];
  let refused: readonly Issue[] = [];
  yield closing((issues) => (refused = issues));
  return [...refused];
}

/** Asks the printer what it is set to, if that is not known, and whether it has all that the receipt needs. */
async function withoutDepartment(
  esr: CompleteEsr,
  kind: DocumentKind,
  printer: RegisterFiscalPrinter,
  context: ReceiptContext,
): Promise<Issue[]> {
  if (!printer.rates || context.attributes().text('IT_Departments') !== undefined) return [];
  const told = printer.hasRates ? null : await printer.rates();
  if (told && told.outcome !== 'done') return [troubleIssue(told.failure)];
  const planned = planOf(esr, kind, departmentsOf(context.attributes(), printer), printer.isPaperless);
  return 'issues' in planned ? planned.issues : [];
}
