/**
 * Portugal: certified invoicing with a signature chain per series, ATCUD and QR
 * code (doc 3 "Portugal rules"; Despacho 8632/2014; Portaria 195/2020).
 */
import { configuredTerminal } from '../../receipt/cfg.ts';
import { isTraining, type Counts, type Esr, type JournalRecord } from '../../receipt/tra.ts';
import type { Country } from '../contract/country.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { modeOf } from './access.ts';
import { act } from './actions.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { receiptSignature } from './receipt-signature.ts';
import { FINAL_CONSUMER, FINAL_CONSUMER_NAME } from './tax-id.ts';
import { checkRates, checkReceipt } from './checks.ts';
import { lastTimes } from './clock.ts';
import { CODES, issue } from './codes.ts';
import { classOf, DOCUMENTS, isDocumentType, isLikeInvoice, type DocumentClass } from './document.ts';
import { standardPayment, vatLine } from './e-invoice.ts';
import { exemptGroup, exemptionText } from './exemptions.ts';
import { FIELDS } from './fields.ts';
import { fiscalise, prepare } from './fiscalise.ts';
import { practiceOf } from './access.ts';
import { NO_INVOICE, TEST_LEGEND, TRAINING_LEGEND } from './legends.ts';
import { exported, reopened } from './months.ts';
import { overview } from './overview.ts';
import { problems } from './problems.ts';
import { forgetRecovery, originalOf, readExisting, recoveredAs } from './recovery.ts';
import { cancellationChanges, checkCancellation } from './references.ts';
import { readRegion, regionOf } from './region.ts';
import { restored } from './restored.ts';
import { saft } from './saft/index.ts';
import { checkSeries, hasRealDocuments } from './series.ts';
import { bareTaxId, isTaxId } from './tax-id.ts';
import { OWN_RATES, rulesOn, taxTable } from './taxes.ts';
import { background } from './background.ts';
import { forgetUnreferenced } from './unreferenced.ts';

/** The authority shows `ATCUD:CSDF7T5H-35`. */
const TIGHT = ['ATCUD'];

function paper(record: JournalRecord): PaperTexts {
  const esr = record.ESR;
  if (!esr) return { title: '', marks: [] };
  const code = esr.FN?.split(' ')[0];
  const type = isDocumentType(code) ? code : null;
  const isInvoice = type !== null && classOf(type) === 'SI';
  const training = isTraining(esr);
  const isTagged = record.Fis?.Tag?.some(({ Name }) => Name === 'NoInvoice') ?? false;
  // Whatever shows articles or money could be taken for an invoice.
  const isDoubtful = training || (!isInvoice && [esr.PosA, esr.PayA].some((all) => all?.length));
  const legends = isDoubtful && !isTagged ? { legends: [NO_INVOICE] } : {};
  const inverted = type === 'NC';
  if (training) {
    const tag = record.Fis?.Tag?.find(({ Name }) => Name === 'Producer');
    // Records without a number have it in the tag alone.
    const producer = record.Fis?.PT_Producer ?? tag?.Value;
    const shown = ['Exemption', 'Training', 'Producer'];
    // Not the shop, but who made the program stands at the head (Despacho 8632/2014).
    const seller = typeof producer === 'string' && { seller: [producer] };
    return {
      title: 'Formação',
      marks: [TRAINING_LEGEND],
      shown,
      tight: TIGHT,
      inverted,
      ...legends,
      ...seller,
    };
  }
  const tests = record.Fis?.PT_Test === '1' ? [TEST_LEGEND] : [];
  // Its title is whatever the POS calls it.
  const marks = isLikeInvoice(esr) ? [NO_INVOICE] : tests;
  return {
    title: type ? DOCUMENTS[type].name : '',
    marks,
    shown: ['Exemption', 'Test'],
    tight: TIGHT,
    inverted,
    ...legends,
  };
}

/** The class of a document whose type was sent, as it is of all but invoices. */
function statedClass(esr: Esr): DocumentClass | null {
  const type = originalOf(esr)?.type ?? esr.DT;
  return isDocumentType(type) ? classOf(type) : null;
}

/** Table consultations, delivery notes and the like: nothing has been paid yet. */
function unpaid(esr: Esr): boolean {
  const kind = statedClass(esr);
  return kind === 'WD' || kind === 'MG';
}

/** Invoices and their corrections are turnover; receipts settle what was invoiced before. */
function counts(esr: Esr): Counts | undefined {
  if (statedClass(esr) === 'PY') return 'payments';
  return unpaid(esr) ? 'nothing' : undefined;
}

/** The Portuguese module. */
export const portugal: Country = {
  code: 'PT',
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  language: 'pt',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: new Set('CC CD CH CI CO CS DE LC MB NU OU PR TB TR'.split(' ')),
  mandatory: new Set(),
  // The name of a series joins them by an underscore, so that `1_2` and `3` meet `1` and `2_3`; case is ignored.
  numbering: (TL, TT) => `${TL}_${TT}`.toUpperCase(),
  strictVoids: true,
  usesKey: true,
  taxRules: (day, cfg, services) => rulesOn(day, regionOf(cfg), taxTable(services)),
  unpaid,
  counts,
  vatLine,
  standardPayment,
  companyTaxId: { name: 'NIF', example: '599999993', isRight: (text) => isTaxId(bareTaxId(text)) },
  checkCfg(cfg) {
    const { TL, TT } = configuredTerminal(cfg);
    return checkSeries(TL, TT, 'Cfg.Loc.TL');
  },
  checkChange(cfg, current, state) {
    const [before, after] = [bareTaxId(current.Cmp.TaxId), bareTaxId(cfg.Cmp.TaxId)];
    if (before === after && cfg.Cmp.Ctry === 'PT') return [];
    // Numbers, codes and chain of its series belong to the company that they were issued for.
    const text = `this register has issued documents of ${before}; another company needs a register of its own`;
    return hasRealDocuments(state) ? [issue('#CFG', 'Cfg.Cmp.TaxId', text)] : [];
  },
  cfgWarnings(cfg) {
    const warnings: string[] = [];
    if (!isTaxId(bareTaxId(cfg.Cmp.TaxId))) {
      warnings.push('Cfg.Cmp.TaxId: has a wrong length or check digit for a Portuguese tax id (NIF)');
    }
    if (readRegion(cfg) === null) {
      warnings.push(
        'Cfg.Loc.TaxGR: must be M (Madeira) or A (Azores), or be left out; the mainland is assumed',
      );
    }
    return warnings;
  },
  readExisting,
  check: (esr, amounts, context) => {
    const issues = checkReceipt(esr, amounts);
    return issues.length > 0 ? issues : checkRates(esr, regionOf(context.cfg), taxTable(context));
  },
  lastTimes,
  practice: (_state, context) => practiceOf(context),
  prepare,
  fiscalise,
  checkVoid: checkCancellation,
  corrects: (esr) => esr.DT === 'NC' || esr.DT === 'ND',
  ownNumber: (number, state, context) => recoveredAs(state, number, modeOf(context) !== 'live')?.FN ?? null,
  voidChanges: (original, state) => ({
    ...cancellationChanges(original, state),
    ...forgetUnreferenced(original.ESR?.FN ?? '', state),
    ...forgetRecovery(original),
    ...(original.ESR?.FN !== undefined && !isTraining(original.ESR) && reopened(original.ESR.D ?? '', state)),
  }),
  paper,
  // Technical specification of the QR code.
  leastQrVersion: 9,
  exemption: exemptionText,
  exemptGroup,
  voidedCode: (code) => code.replace('*E:N*', '*E:A*'),
  background,
  overview,
  act,
  problems,
  audit,
  receiptSignature,
  finalConsumer: { TaxId: FINAL_CONSUMER, Nam: FINAL_CONSUMER_NAME },
  exports: { saft },
  companyExport: 'saft',
  exportValues: [OWN_RATES],
  exported,
  restored,
};
