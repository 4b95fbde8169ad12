/** The printer numbers and prints receipts: asked once each, and afterwards its memory decides. */
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { decisions } from '../base/fiscal-printer/decision.ts';
import type { CountryDevice, DeviceOutcome } from '../contract/device.ts';
import type {
  CashMove,
  FiscalDocument,
  Order,
  PrinterOutcome,
  RegisterFiscalPrinter,
} from '../contract/fiscal-printer.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { cashMoveOf, cashOf } from './cash.ts';
import { kindOf } from './kind.ts';
import { knownMemory, positionOf, printerOf, type Known } from './memory.ts';
import { planOf } from './order.ts';
import { referenceOf } from './reference.ts';
import { textOf } from './text.ts';
import { noPrinter, troubleIssue, unclear } from './trouble.ts';

/** What the printer is asked, with where its memory ended before. */
export type Intent =
  | { kind: 'document'; order: Order; before: Known }
  | { kind: 'report'; report: 'X' | 'Z'; before: Known }
  | { kind: 'open'; cash: number; before: Known }
  | { kind: 'cash'; move: CashMove; before: Known }
  | { kind: 'text'; lines: string[] };

/** What it gave; `memory`: where its memory ends now. */
export type Given =
  | { kind: 'document'; document: FiscalDocument; memory: Known | null }
  /** `z`: number of the day that was closed. */
  | { kind: 'report'; z: number; memory: Known | null }
  | { kind: 'open' }
  | { kind: 'cash'; memory: Known | null }
  /** Nobody knows whether all of it came out. */
  | { kind: 'text'; isSure: boolean };

const NOWHERE: Known = { z: 0, number: 0, serial: '', sum: 0, moves: 0 };

/** What a manager says became of a document. */
export const { decisionOf, openIntent, decide } = decisions<Intent>('HU');

/** {@link CountryDevice.device} of Hungary. */
export const device: NonNullable<CountryDevice['device']> = {
  prints: true,
  alone: (context) => printerOf(context)?.alone() ?? Promise.resolve(() => undefined),
  intent: (esr, state, context) => intentOf(esr, state, context) as Json,
  async perform(asked, context) {
    const printer = printerOf(context);
    if (!printer) return { outcome: 'not-done', issues: [noPrinter()] };
    return perform(asked as unknown as Intent, printer);
  },
  async last(asked, context, state) {
    const intent = asked as unknown as Intent;
    const decided = decisionOf(intent, state);
    if (decided) {
      const { document } = decided;
      return document
        ? done({ kind: 'document', document, memory: null })
        : { outcome: 'not-done', issues: [] };
    }
    const printer = printerOf(context);
    return printer ? found(intent, printer) : { outcome: 'unknown', issue: noPrinter() };
  },
};

function intentOf(esr: CompleteEsr, state: State, context: ReceiptContext): Intent | null {
  const kind = kindOf(esr);
  const before = knownMemory(state) ?? NOWHERE;
  switch (kind) {
    case 'nothing':
    case 'invoice':
      return null;
    case 'text':
      return printerOf(context)?.isPaperless ? null : { kind: 'text', lines: textOf(esr) };
    case 'X':
    case 'Z':
      return { kind: 'report', report: kind, before };
    case 'open':
      return { kind: 'open', cash: cashOf(esr), before };
    case 'payin':
    case 'payout': {
      const read = cashMoveOf(esr, kind);
      // Checked before.
      if ('issues' in read) throw new Error(read.issues.map(({ text }) => text).join('; '));
      return { kind: 'cash', move: read.move, before };
    }
    default: {
      const planned = planOf(esr, kind);
      if ('issues' in planned) throw new Error(planned.issues.map(({ text }) => text).join('; '));
      const reference = kind === 'sale' ? null : referenceOf(esr, context.originals);
      const of = reference && 'of' in reference ? { of: reference.of } : {};
      return { kind: 'document', order: { ...planned.plan, ...of }, before };
    }
  }
}

async function perform(intent: Intent, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> {
  switch (intent.kind) {
    case 'document': {
      const told = await printer.register(intent.order);
      return told.outcome === 'done' ? document(intent, told.result) : outcomeOf(told);
    }
    case 'report': {
      const told = await printer.report(intent.report);
      return told.outcome === 'done'
        ? done({ kind: 'report', z: told.result.z, memory: null })
        : outcomeOf(told);
    }
    case 'open': {
      const told = await printer.openDay!(intent.cash);
      return told.outcome === 'done' ? done({ kind: 'open' }) : outcomeOf(told);
    }
    case 'cash': {
      const told = await printer.moveCash!(intent.move);
      const memory = { ...intent.before, moves: intent.before.moves + 1 };
      return told.outcome === 'done' ? done({ kind: 'cash', memory }) : outcomeOf(told);
    }
    case 'text': {
      const told = await printer.print(intent.lines);
      return told.outcome === 'done' ? done({ kind: 'text', isSure: true }) : outcomeOf(told);
    }
  }
}

/** What the memory says became of it. */
async function found(intent: Intent, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> {
  switch (intent.kind) {
    case 'document': {
      const told = await printer.find(intent.order, intent.before);
      if (told.outcome === 'done') return document(intent, told.result);
      if (told.outcome === 'not-done') return { outcome: 'not-done', issues: [] };
      const isUsedByOthers = told.failure.trouble === 'wrong-order';
      const issue = isUsedByOthers ? unclear(told.failure.text) : troubleIssue(told.failure);
      return { outcome: 'unknown', issue };
    }
    case 'report':
      return intent.report === 'Z'
        ? wasClosed(intent.before, printer)
        : done({ kind: 'report', z: intent.before.z, memory: null });
    // A day that is open already is not opened again.
    case 'open':
      return perform(intent, printer);
    case 'cash':
      return wasMoved(intent.before, printer);
    // Printed a second time it does no harm, and nothing can be asked about it.
    case 'text':
      return done({ kind: 'text', isSure: false });
  }
}

async function wasClosed(before: Known, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> {
  const told = await positionOf(printer, true);
  if (told.outcome !== 'done') return { outcome: 'unknown', issue: troubleIssue(told.failure) };
  if (told.result.serial !== before.serial && before.serial !== '')
    return { outcome: 'not-done', issues: [] };
  if (told.result.z > before.z) return done({ kind: 'report', z: before.z, memory: told.result });
  return { outcome: 'not-done', issues: [] };
}

async function wasMoved(before: Known, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> {
  const told = await positionOf(printer, true);
  if (told.outcome !== 'done') return { outcome: 'unknown', issue: troubleIssue(told.failure) };
  const now = told.result;
  const isSameDay = now.serial === before.serial && now.z === before.z;
  if (isSameDay && now.moves === before.moves + 1) return done({ kind: 'cash', memory: now });
  if (isSameDay && now.moves === before.moves) return { outcome: 'not-done', issues: [] };
  // It counts for no turnover: the paper shows it, and nothing is blocked by it.
  return done({ kind: 'cash', memory: null });
}

function document(
  { order, before }: Extract<Intent, { kind: 'document' }>,
  given: FiscalDocument,
): DeviceOutcome {
  const isSameDay = given.z === before.z && (before.serial === '' || given.serial === before.serial);
  const memory: Known = {
    ...{ z: given.z, number: given.number, serial: given.serial },
    sum: (isSameDay ? before.sum : 0) + order.total,
    moves: isSameDay ? before.moves : 0,
  };
  return done({ kind: 'document', document: given, memory });
}

function done(given: Given): DeviceOutcome {
  return { outcome: 'done', result: given as unknown as Json };
}

function outcomeOf(told: Exclude<PrinterOutcome<unknown>, { outcome: 'done' }>): DeviceOutcome {
  const why = troubleIssue(told.failure);
  return told.outcome === 'unknown'
    ? { outcome: 'unknown', issue: why }
    : { outcome: 'not-done', issues: [why] };
}
