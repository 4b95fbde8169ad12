/** The printer numbers and prints receipts: asked once each, and afterwards its memory decides. */
import type { CompleteEsr } from '../../receipt/tra.ts';
import { decisions } from '../base/fiscal-printer/decision.ts';
import { printerDevice, printerOutcomes } from '../base/fiscal-printer/device.ts';
import type { DeviceOutcome } from '../contract/device.ts';
import type { CashMove, FiscalDocument, Order, RegisterFiscalPrinter } from '../contract/fiscal-printer.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { cashMoveOf, cashOf } from './cash.ts';
import { kindOf } from './kind.ts';
import { knownMemory, positionOf, printerOf, type Known } from './memory.ts';
import { planOf } from './order.ts';
import { referenceOf } from './reference.ts';
import { textOf } from './text.ts';
import { TROUBLE, troubleIssue } from './trouble.ts';

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

const { done, outcome, lookedUp } = printerOutcomes<Given>(TROUBLE);

/** {@link CountryDevice.device} of Hungary. */
export const device = printerDevice<Intent, Given>(
  {
    ...{ printerOf, decisionOf, intent: intentOf, perform, found },
    decided: (document) => ({ kind: 'document', document, memory: null }),
  },
  TROUBLE,
);

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
    case 'document':
      return outcome(await printer.register(intent.order), documentOf(intent));
    case 'report':
      return outcome(await printer.report(intent.report), ({ z }) => ({ kind: 'report', z, memory: null }));
    case 'open':
      return outcome(await printer.openDay!(intent.cash), () => ({ kind: 'open' }));
    case 'cash': {
      const memory = { ...intent.before, moves: intent.before.moves + 1 };
      return outcome(await printer.moveCash!(intent.move), () => ({ kind: 'cash', memory }));
    }
    case 'text':
      return outcome(await printer.print(intent.lines), () => ({ kind: 'text', isSure: true }));
  }
}

/** What the memory says became of it. */
function found(intent: Intent, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> | DeviceOutcome {
  switch (intent.kind) {
    case 'document':
      return lookedUp(intent.order, intent.before, printer, documentOf(intent));
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

function documentOf({ order, before }: Extract<Intent, { kind: 'document' }>) {
  return (document: FiscalDocument): Given => {
    const { z, number, serial } = document;
    const isSameDay = z === before.z && (before.serial === '' || serial === before.serial);
    const memory: Known = {
      ...{ z, number, serial },
      sum: (isSameDay ? before.sum : 0) + order.total,
      moves: isSameDay ? before.moves : 0,
    };
    return { kind: 'document', document, memory };
  };
}
