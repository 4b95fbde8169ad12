/** The printer numbers and prints receipts: asked once each, and afterwards its memory decides. */
import type { CompleteEsr } from '../../receipt/tra.ts';
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
import { issue } from './codes.ts';
import { decisionOf } from './decision.ts';
import { isDocument, kindOf } from './kind.ts';
import { knownMemory } from './memory.ts';
import { planOf } from './order.ts';
import { referenceOf } from './reference.ts';
import { departmentsOf } from './taxes.ts';
import { textOf } from './text.ts';
import { TROUBLE, troubleIssue } from './trouble.ts';

/** What the printer is asked. */
export type Intent =
  | { kind: 'document'; order: Order; before: MemoryPosition }
  | { kind: 'report'; report: 'X' | 'Z'; before: MemoryPosition }
  | { kind: 'text'; lines: string[] };

/** What it gave. */
export type Given =
  | { kind: 'document'; document: FiscalDocument }
  /** `z`: number of the day that was closed; null where that is not known. */
  | { kind: 'report'; z: number | null }
  /** Nobody knows whether all of it came out. */
  | { kind: 'text'; isSure: boolean };

const NOWHERE: MemoryPosition = { z: 0, number: 0 };

const { done, outcome, lookedUp } = printerOutcomes<Given>(TROUBLE);

/** {@link CountryDevice.device} of Italy. */
export const device = printerDevice<Intent, Given>(
  { printerOf, decisionOf, intent: intentOf, perform, found, decided: documentOf },
  TROUBLE,
);

async function perform(intent: Intent, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> {
  switch (intent.kind) {
    case 'document':
      return outcome(await printer.register(intent.order), documentOf);
    case 'report':
      return outcome(await printer.report(intent.report), ({ z }) => ({ kind: 'report', z }));
    case 'text':
      return outcome(await printer.print(intent.lines), () => ({ kind: 'text', isSure: true }));
  }
}

function found(intent: Intent, printer: RegisterFiscalPrinter): Promise<DeviceOutcome> | DeviceOutcome {
  switch (intent.kind) {
    case 'document':
      return lookedUp(intent.order, intent.before, printer, documentOf);
    case 'report':
      return intent.report === 'Z' ? closed(intent, printer) : done({ kind: 'report', z: null });
    // Printed a second time it does no harm, and nothing can be asked about it.
    case 'text':
      return done({ kind: 'text', isSure: false });
  }
}

function intentOf(esr: CompleteEsr, state: State, context: ReceiptContext): Intent | null {
  const kind = kindOf(esr);
  const known = knownMemory(state);
  const before: MemoryPosition = known ?? NOWHERE;
  if (kind === 'nothing') return null;
  const printer = printerOf(context);
  // What is no document the till prints by itself then.
  if (kind === 'text') return printer?.isPaperless ? null : { kind: 'text', lines: textOf(esr) };
  if (!isDocument(kind)) return { kind: 'report', report: kind, before };
  const planned = planOf(esr, kind, departmentsOf(context.attributes(), printer), printer?.isPaperless);
  // Checked before.
  if ('issues' in planned) throw new Error(planned.issues.map(({ text }) => text).join('; '));
  const reference = kind === 'sale' ? null : referenceOf(esr, kind, context.originals);
  const of = reference && 'of' in reference ? reference.of : null;
  const order: Order = { ...planned.plan, ...(kind !== 'sale' && { of }), time: context.now };
  return { kind: 'document', order, before };
}

/** Whether a day was closed: it is not open any more, or a document of a later one has been printed. */
async function closed(
  { before }: Extract<Intent, { kind: 'report' }>,
  printer: RegisterFiscalPrinter,
): Promise<DeviceOutcome> {
  const state = await printer.state();
  if (state.outcome !== 'done') return { outcome: 'unknown', issue: troubleIssue(state.failure) };
  const newest = await printer.last();
  if (newest.outcome !== 'done') return { outcome: 'unknown', issue: troubleIssue(newest.failure) };
  const isClosed = state.result.dayOpen === false || newest.result.z > before.z;
  if (isClosed) return done({ kind: 'report', z: before.z > 0 ? before.z : null });
  if (state.result.dayOpen === null)
    return {
      outcome: 'unknown',
      issue: issue('#IT_UNCLEAR', '', 'the printer does not say whether its day is open'),
    };
  return { outcome: 'not-done', issues: [] };
}

function documentOf(document: FiscalDocument): Given {
  return { kind: 'document', document };
}
