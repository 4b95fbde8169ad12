/** What a receipt gets from the printer (doc 3, Fis: D, FN, DN, ZI, ID, Tag, Z). */
import type { Json } from '../../receipt/json.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { daySums } from '../base/fiscal-printer/day-sums.ts';
import { tag } from '../base/online/tags.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { readTaxNumber } from './customer.ts';
import type { Given } from './device.ts';
import { fiscaliseInvoice } from './invoice/fiscalise.ts';
import { isDocument, kindOf } from './kind.ts';
import { closed, knownMemory, openDay, opened, printerOf, remembered } from './memory.ts';
import { planOf, type Plan } from './order.ts';
import { documentName } from './reference.ts';
import { collectorIndex, groupOf } from './taxes.ts';

const NOTHING: Fiscalised = { changes: {}, warnings: [], issues: [] };
const TRAINING = 'GYAKORLÁS';
/** Says of a document that it is electronic, and paper a copy. */
export const COPY_TAG = 'HU_ElectronicCopy';
const COPY = 'ELEKTRONIKUS BIZONYLAT MÁSOLATA';
const NO_TAXPAYER = '00000000';

const DAY = daySums('HU', {
  groupOf: (line, day) => groupOf(line, day) ?? line.TaxG ?? '',
  indexOf: (group) => String(collectorIndex(group) ?? ''),
});

/** {@link Country.fiscalise} of Hungary. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  if (kindOf(esr) === 'invoice') return fiscaliseInvoice(esr, state, context);
  const given = context.device as unknown as Given | undefined;
  const training = isTraining(esr) && { fis: { Tag: [tag('', 'Training', TRAINING)] } };
  if (!given) return { ...NOTHING, ...training };
  switch (given.kind) {
    case 'text': {
      const warnings = given.isSure ? [] : ['the printer did not answer: look whether the text was printed'];
      return { ...NOTHING, ...training, warnings };
    }
    case 'open':
      return { ...NOTHING, fis: atPrinter(state, context), changes: opened(state, context.now) };
    case 'cash':
      return {
        ...NOTHING,
        fis: atPrinter(state, context),
        changes: given.memory ? remembered(given.memory) : {},
      };
    case 'report':
      return kindOf(esr) === 'Z' ? closing(given, state, context) : NOTHING;
    case 'document':
      return document(esr, given, state, context);
  }
}

function document(
  esr: CompleteEsr,
  { document: given, memory }: Extract<Given, { kind: 'document' }>,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const { z, serial, control, time: told } = given;
  const kind = kindOf(esr);
  const planned = isDocument(kind) ? planOf(esr, kind) : null;
  const printed = given.printed ?? { type: 'NY', number: given.number };
  // Where the answer was lost the printer does not tell when it was.
  const time = told === '' ? context.now : told;
  const taxpayerId = readTaxNumber(context.cfg.Cmp.TaxId)?.taxpayerId ?? NO_TAXPAYER;
  const FN = given.printed?.name ?? documentName(printed, { serial, z, taxpayerId });
  const changes: Record<string, Json> = {
    ...(memory && remembered(memory)),
    // A printer that sells has an open day, whoever has opened it.
    ...(openDay(state) === null && opened(state, context.now)),
    ...DAY.counted(esr, { z, time }, context.sq ?? 0, state),
  };
  return {
    ...{ FN, changes, issues: [] },
    fis: {
      ...{ D: time, FN, DN: String(printed.number), ZI: String(z), ID: serial },
      ...(given.code !== undefined && { Code: given.code }),
      Tag: [
        // Nobody else prints it.
        ...(printerOf(context)?.isPaperless ? [tag('', COPY_TAG, COPY)] : []),
        tag('Bizonylatszám', 'DocumentNumber', FN),
        ...(control === undefined ? [] : [tag('NAV ellenőrző kód', 'ControlCode', control)]),
        tag('AP szám', 'APNumber', serial),
      ],
    },
    warnings: planned && 'warnings' in planned ? [...planned.warnings, ...unused(planned.plan, context)] : [],
  };
}

/** What was sent for nothing. */
function unused({ appKey }: Plan, context: ReceiptContext): string[] {
  return appKey && !printerOf(context)?.isPaperless
    ? ['ESR.Ctm.HU_AppKey: only a register in the cloud gives documents to apps; the printer has printed it']
    : [];
}

function closing(
  { z, memory }: Extract<Given, { kind: 'report' }>,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  return {
    ...NOTHING,
    fis: { ...atPrinter(state, context), ZI: String(z), Z: DAY.closingData(z, state) },
    changes: { ...DAY.closed(), ...closed(z, state), ...(memory && remembered(memory)) },
  };
}

function atPrinter(state: State, { now }: ReceiptContext): { D: string; ID?: string } {
  const known = knownMemory(state);
  return { D: now, ...(known && { ID: known.serial }) };
}
