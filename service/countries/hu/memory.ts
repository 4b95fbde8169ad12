/**
 * Where the memory of the printer ends, and whether its day is open. Before each receipt the
 * printer is asked, and what has changed without us is journaled.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { amountText } from '../../receipt/money.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { closing } from '../base/fiscal-printer/printer.ts';
import type { CountedPosition, PrinterOutcome, RegisterFiscalPrinter } from '../contract/fiscal-printer.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { OwnReceipt, StateChange, Work } from '../contract/work.ts';
import { isDocument, kindOf } from './kind.ts';
import { referenceOf } from './reference.ts';
import { noPrinter, troubleIssue } from './trouble.ts';

/** State key of {@link Known}, and of {@link OpenDay}. */
const KEY = 'HU/Printer';
const OPEN = 'HU/Open';
/** Log record that says where the memory ends, after somebody else has used the printer. */
export const MEMORY = 'fiscal-memory';

/** What is known of the printer's memory. */
export type Known = CountedPosition;

/** A day that this register has opened, as far as it knows. */
interface OpenDay {
  [name: string]: Json;
  z: number;
  serial: string;
  /** `YYYY-MM-DD`. */
  on: string;
}

/** Where the memory ended when it was looked at last; null before. */
export function knownMemory(state: State): Known | null {
  return (state.get(KEY) ?? null) as unknown as Known | null;
}

/** State changes when the memory has come to another end. */
export function remembered({ z, number, serial, sum, moves }: Known): Record<string, Json> {
  return { [KEY]: { z, number, serial, sum, moves } };
}

/** The open day, unless the printer has come to another one since. */
export function openDay(state: State): OpenDay | null {
  const open = (state.get(OPEN) ?? null) as OpenDay | null;
  const known = knownMemory(state);
  return open?.z === known?.z && open?.serial === known?.serial ? open : null;
}

/** State changes for a day that was opened. @param now local time */
export function opened(state: State, now: string): Record<string, Json> {
  const { z = 0, serial = '' } = knownMemory(state) ?? {};
  return { [OPEN]: { z, serial, on: now.slice(0, 10) } satisfies OpenDay };
}

/** State changes for a day that was closed; the next one begins with nothing. */
export function closed(z: number, state: State): Record<string, Json> {
  const { serial = '' } = knownMemory(state) ?? {};
  return { [OPEN]: null, ...remembered({ z: z + 1, number: 0, serial, sum: 0, moves: 0 }) };
}

/** The printer of the register; null when the profile names none that this country can use. */
export function printerOf(context: CountryContext): RegisterFiscalPrinter | null {
  const printer = context.fiscalPrinter?.() ?? null;
  return printer?.position && printer.openDay ? printer : null;
}

/** Where the memory of a Hungarian printer ends. @param isWhole also what counts for no turnover is counted anew */
export function positionOf(
  printer: RegisterFiscalPrinter,
  isWhole?: boolean,
): Promise<PrinterOutcome<Known>> {
  return printer.position!(isWhole);
}

/** Journals where the memory ends, if that is not known; null when it is. */
export function lookedAt(now: Known, state: State): StateChange | null {
  const isKnown = (known: Known | null) =>
    known !== null && JSON.stringify(plain(known)) === JSON.stringify(plain(now));
  if (isKnown(knownMemory(state))) return null;
  return {
    event: MEMORY,
    details: { Serial: now.serial, Z: String(now.z), Document: String(now.number) },
    changes(current) {
      const known = knownMemory(current);
      if (isKnown(known)) return null;
      // A memory that has gone back is another one, and nobody knows of its day.
      const isOlder = known !== null && known.z === now.z && known.number > now.number;
      return { ...remembered(now), ...(isOlder && { [OPEN]: null }) };
    },
  };
}

function plain({ z, number, serial, sum, moves }: Known): unknown[] {
  return [z, number, serial, sum, moves];
}

/** {@link CountryReceipts.prepare} of Hungary. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  const kind = kindOf(esr);
  if (kind === 'nothing' || kind === 'invoice') return null;
  if (kind === 'return' || kind === 'void') {
    const reference = referenceOf(esr, context.originals);
    if ('issues' in reference) return refusing(reference.issues);
  }
  const isCash = kind === 'payin' || kind === 'payout';
  return look(state, context, { needsDay: isDocument(kind) || isCash, isCash });
}

async function* refusing(issues: Issue[]): AsyncGenerator<Work, Issue[], void> {
  return issues;
}

/**
 * @param what `needsDay`: with Fiscal_ZLaunch a day that is over is closed first, and one is opened;
 * `isCash`: cash is moved, so that others may not have moved any unseen
 */
async function* look(
  state: State,
  context: ReceiptContext,
  { needsDay, isCash }: { needsDay: boolean; isCash: boolean },
): AsyncGenerator<Work, Issue[], void> {
  const printer = printerOf(context);
  if (!printer) return [noPrinter()];
  // What it refused the last receipt for is done first.
  const wanted = printer.failure?.trouble;
  const newest = await positionOf(printer, isCash);
  if (newest.outcome !== 'done') return [troubleIssue(newest.failure)];
  const change = lookedAt(newest.result, state);
  if (change) yield change;
  if (!needsDay || !context.attributes().flag('Fiscal_ZLaunch')) return [];
  let refused: readonly Issue[] = [];
  const tell = (issues: readonly Issue[]) => (refused = issues);
  const open = openDay(state);
  const isOver = open !== null && open.on < context.now.slice(0, 10);
  if (isOver || wanted === 'closing-needed') yield closing(tell);
  if (refused.length > 0) return [...refused];
  // The printer says so itself if its day was open already.
  if (openDay(state) === null || wanted === 'day-not-open') yield opening(0, tell);
  return [...refused];
}

/** The opening of a day. @param cash in the drawer, hundredths */
export function opening(cash: number, tell: OwnReceipt['refused'] & {}): OwnReceipt {
  const esr = { NFS: 'balance', T: amountText(cash, 2) };
  return { own: 'Open', esr, due: () => true, refused: tell };
}
