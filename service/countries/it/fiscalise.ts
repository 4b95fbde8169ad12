/** What a receipt gets from the printer (doc 3, Fis: D, FN, DN, ZI, ID, Z). */
import { minor } from '../../receipt/money.ts';
import type { Json } from '../../receipt/json.ts';
import { isTraining, type CompleteEsr, type Tag } from '../../receipt/tra.ts';
import { printerOf } from '../base/fiscal-printer/printer.ts';
import type { FiscalDocument, Reference } from '../contract/fiscal-printer.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { closedNow, closingData, counted } from './day.ts';
import type { Given } from './device.ts';
import { isDocument, kindOf } from './kind.ts';
import { knownMemory, remembered } from './memory.ts';
import { planOf } from './order.ts';
import { fiscalNumber, referenceOf } from './reference.ts';
import { departmentsOf } from './taxes.ts';

const NOTHING: Fiscalised = { changes: {}, warnings: [], issues: [] };
/** State key of a tax that the printer works out otherwise; null for none. */
export const TAX_DIFFERS = 'IT/TaxDiffers';
const TRAINING = 'PROVA';
/** Tag of a document that no printer has printed. */
export const SERVER_TAG = 'IT_ServerRT';

/** {@link Country.fiscalise} of Italy. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const given = context.device as unknown as Given | undefined;
  const training = isTraining(esr) && { fis: { Tag: [{ Label: '', Name: 'Training', Value: TRAINING }] } };
  if (!given) return { ...NOTHING, ...training };
  switch (given.kind) {
    case 'text': {
      const warnings = given.isSure ? [] : ['the printer did not answer: look whether the text was printed'];
      return { ...NOTHING, ...training, warnings };
    }
    case 'report':
      return kindOf(esr) === 'Z' ? closing(given.z, state, context) : NOTHING;
    case 'document':
      return document(esr, given.document, state, context);
  }
}

function document(
  esr: CompleteEsr,
  { z, number, time, serial, vat, seal, ...rest }: FiscalDocument,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const kind = kindOf(esr);
  const planned = isDocument(kind)
    ? planOf(esr, kind, departmentsOf(context.attributes(), printerOf(context)))
    : null;
  const FN = fiscalNumber({ z, number });
  const expected = Math.abs(esr.TaxA.reduce((sum, { TAmt }) => sum + minor(TAmt, 2), 0));
  // Each line of a receipt may be rounded for itself.
  const differs = vat !== null && Math.abs(expected - vat) > esr.PosA.length;
  const notice = differs
    ? issue('#IT_TAX_DIFFERS', '', `the printer worked out ${String(vat)} cents of tax, not ${expected}`)
    : null;
  const changes: Record<string, Json> = {
    ...remembered({ z, number, time, serial, vat, ...rest }),
    ...counted(esr, { z, time }, context.sq ?? 0, state),
  };
  const known = state.get(TAX_DIFFERS) ?? null;
  if (differs || known !== null) changes[TAX_DIFFERS] = differs ? { FN, expected, vat } : null;
  return {
    FN,
    fis: {
      ...{ D: time, FN, DN: String(number), ZI: String(z), ID: serial },
      ...(printerOf(context)?.isPaperless && {
        Tag: [...referenceTags(esr, context), ...serverTags(serial, seal)],
      }),
    },
    changes,
    warnings: planned && 'warnings' in planned ? planned.warnings : [],
    issues: [],
    ...(notice && { notice }),
  };
}

/** The document that is taken back, which paper names by its number and day. */
function referenceTags(esr: CompleteEsr, context: ReceiptContext): Tag[] {
  const kind = kindOf(esr);
  if (kind !== 'return' && kind !== 'void') return [];
  const read = referenceOf(esr, kind, context.originals);
  if (!('of' in read) || read.of === null) return [];
  return [{ Label: 'Documento di riferimento', Name: 'IT_Riferimento', Value: named(read.of) }];
}

function named({ day, ...of }: Reference): string {
  return `N. ${fiscalNumber(of)} del ${day.split('-').reverse().join('-')}`;
}

/** What the till has to print of a document that an RT server has registered. */
function serverTags(serial: string, seal: string | undefined): Tag[] {
  return [
    { Label: 'Server RT', Name: SERVER_TAG, Value: serial },
    ...(seal === undefined ? [] : [{ Label: 'Sigillo', Name: 'IT_Sigillo', Value: seal }]),
  ];
}

function closing(z: number | null, state: State, context: ReceiptContext): Fiscalised {
  const known = knownMemory(state);
  const number = z ?? known?.z ?? null;
  return {
    ...NOTHING,
    fis: {
      D: context.now,
      ...(number !== null && { ZI: String(number) }),
      ...(known && { ID: known.serial }),
      Z: closingData(z, state, departmentsOf(context.attributes(), printerOf(context))),
    },
    changes: closedNow(context.now),
  };
}
