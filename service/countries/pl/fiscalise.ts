/** What a receipt gets from the printer (doc 3, Fis: D, FN, ZI, ID, Z). */
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { printerOf } from '../base/fiscal-printer/printer.ts';
import type { FiscalDocument } from '../contract/fiscal-printer.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { closedNow, closingData, counted } from './day.ts';
import type { Given } from './device.ts';
import { invoiceName, invoiceNumber } from './invoice.ts';
import { isTextKind, isWanted, kindOf, type PrintKind } from './kind.ts';
import { knownMemory, remembered } from './memory.ts';
import { fiscalNumber } from './number.ts';
import { planOf } from './order.ts';
import { soldOn } from './registers.ts';

const NOTHING: Fiscalised = { changes: {}, warnings: [], issues: [] };
const TRAINING = 'SZKOLENIE';
/** Entries of registers of their own, which name the receipt that goes back. */
const GOES_BACK: ReadonlySet<PrintKind> = new Set<PrintKind>(['return', 'mistake']);
const UNSENT = 'ESR.Ctm.PL_EParagon: this fiscal printer sends no electronic receipts; it is on paper alone';

/** {@link Country.fiscalise} of Poland. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const given = context.device as unknown as Given | undefined;
  const kept = soldOn(context.originals);
  const goesBack = !isTraining(esr) && GOES_BACK.has(kindOf(esr)) && kept !== undefined && { kept };
  const training = isTraining(esr) && { fis: { Tag: [{ Label: '', Name: 'Training', Value: TRAINING }] } };
  if (!given) return { ...NOTHING, ...training, ...goesBack, warnings: unprinted(esr, context) };
  switch (given.kind) {
    case 'text': {
      const warnings = given.isSure ? [] : ['the printer did not answer: look whether the text was printed'];
      return { ...NOTHING, ...training, ...goesBack, warnings };
    }
    case 'closing':
      return closing(given, state, context);
    case 'receipt':
      return receipt(esr, given.document, state, context);
  }
}

/** Some printers have no way to print what is no receipt. */
function unprinted(esr: CompleteEsr, context: ReceiptContext): string[] {
  const isLost = isTextKind(kindOf(esr)) && isWanted(esr) && printerOf(context)?.isTextless === true;
  return isLost ? ['this fiscal printer prints no text that is no receipt: print it yourself'] : [];
}

function receipt(
  esr: CompleteEsr,
  document: FiscalDocument,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const { z, number, time, serial } = document;
  const planned = planOf(esr);
  const invoice = invoiceNumber(esr);
  const warnings = 'warnings' in planned ? planned.warnings : [];
  const isUnsent = 'plan' in planned && planned.plan.electronic && printerOf(context)?.sendsReceipts !== true;
  return {
    FN: invoice === null ? fiscalNumber(document) : invoiceName(invoice),
    fis: { D: time, FN: invoice ?? String(number), ...(z > 0 && { ZI: String(z) }), ID: serial },
    changes: {
      ...remembered(document, knownMemory(state)?.rates ?? []),
      ...counted(esr, { z, time }, context.sq ?? 0, state),
    },
    warnings: isUnsent ? [...warnings, UNSENT] : warnings,
    issues: [],
  };
}

function closing(
  { z, isEmpty }: Extract<Given, { kind: 'closing' }>,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const known = knownMemory(state);
  const rates = known?.rates ?? [];
  // The printer begins to count anew.
  const counts = known?.count !== undefined && { count: 0 };
  const next = known && !isEmpty && { ...known, z: z > 0 ? z + 1 : 0, number: 0, ...counts, sum: 0 };
  return {
    ...NOTHING,
    fis: {
      D: context.now,
      ...(z > 0 && { ZI: String(z) }),
      ...(known?.serial !== undefined && { ID: known.serial }),
      Z: closingData(z > 0 ? z : null, state, rates),
    },
    changes: { ...closedNow(context.now), ...(next && remembered(next, rates)) },
    warnings: isEmpty ? ['nothing was sold since the last daily report: the printer prints none'] : [],
  };
}
