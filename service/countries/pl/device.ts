/** The printer numbers and prints receipts: asked once each, and afterwards its memory decides. */
import type { CompleteEsr } from '../../receipt/tra.ts';
import { decisions } from '../base/fiscal-printer/decision.ts';
import { printerOf } from '../base/fiscal-printer/printer.ts';
import { printerDevice, printerOutcomes } from '../base/fiscal-printer/device.ts';
import type { DeviceOutcome } from '../contract/device.ts';
import type {
  FiscalDocument,
  MemoryPosition,
  Order,
  RegisterFiscalPrinter,
} from '../contract/fiscal-printer.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { isWanted, kindOf } from './kind.ts';
import { knownMemory } from './memory.ts';
import { planOf } from './order.ts';
import { departmentOf } from './taxes.ts';
import { textOf } from './text.ts';
import { TROUBLE, troubleIssue } from './trouble.ts';

/** What the printer is asked. */
export type Intent =
  | { kind: 'receipt'; order: Order; before: MemoryPosition }
  | { kind: 'closing'; before: MemoryPosition }
  | { kind: 'text'; lines: string[] };

/** What it gave. */
export type Given =
  | { kind: 'receipt'; document: FiscalDocument }
  /** `z`: number of the daily report, 0 where days have none; `isEmpty`: nothing was sold, and nothing printed. */
  | { kind: 'closing'; z: number; isEmpty: boolean }
  /** Nobody knows whether all of it came out. */
  | { kind: 'text'; isSure: boolean };

export const { decisionOf, openIntent, decide } = decisions<Intent>('PL');

const NOWHERE: MemoryPosition = { z: 0, number: 0 };

const { done, outcome, lookedUp } = printerOutcomes<Given>(TROUBLE);

/** {@link CountryDevice.device} of Poland. */
export const device = printerDevice<Intent, Given>(
  { printerOf, decisionOf, intent: intentOf, perform, found, decided: receiptOf },
  TROUBLE,
);

async function perform(intent: Intent, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> {
  switch (intent.kind) {
    case 'receipt':
      return outcome(await printer.register(intent.order), receiptOf);
    case 'closing':
      return outcome(await printer.report('Z'), ({ z, isEmpty = false }) => ({
        ...{ kind: 'closing', z, isEmpty },
      }));
    case 'text':
      return outcome(await printer.print(intent.lines), () => ({ kind: 'text', isSure: true }));
  }
}

function found(intent: Intent, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> | DeviceOutcome {
  switch (intent.kind) {
    case 'receipt':
      return lookedUp(intent.order, intent.before, printer, receiptOf);
    case 'closing':
      return closed(intent, printer);
    // Printed a second time it does no harm, and nothing can be asked about it.
    case 'text':
      return done({ kind: 'text', isSure: false });
  }
}

function intentOf(esr: CompleteEsr, state: State, context: ReceiptContext): Intent | null {
  const kind = kindOf(esr);
  const known = knownMemory(state);
  const { rates, ...before } = known ?? { ...NOWHERE, rates: [] };
  if (kind === 'Z') return { kind: 'closing', before };
  if (kind !== 'sale') {
    const isPrinted = (kind === 'X' || isWanted(esr)) && printerOf(context)?.isTextless !== true;
    return isPrinted ? { kind: 'text', lines: textOf(esr, context.originals, state) } : null;
  }
  const planned = planOf(esr);
  // Checked before.
  if ('issues' in planned) throw new Error(planned.issues.map(({ text }) => text).join('; '));
  const items = planned.plan.items.map(({ group, ...item }) => ({
    ...item,
    department: departmentOf(group, rates) ?? -1,
  }));
  return { kind: 'receipt', order: { ...planned.plan, items }, before };
}

/** Whether a day was closed: its number has gone up, or its receipts are counted anew. */
async function closed(
  { before }: Extract<Intent, { kind: 'closing' }>,
  printer: RegisterFiscalPrinter,
): Promise<DeviceOutcome> {
  const newest = await printer.last();
  if (newest.outcome !== 'done') return { outcome: 'unknown', issue: troubleIssue(newest.failure) };
  const { z, number, count = number } = newest.result;
  const isAnew = z === before.z && z === 0 && count < (before.count ?? before.number);
  return z > before.z || isAnew
    ? done({ kind: 'closing', z: before.z, isEmpty: false })
    : { outcome: 'not-done', issues: [] };
}

function receiptOf(document: FiscalDocument): Given {
  return { kind: 'receipt', document };
}
