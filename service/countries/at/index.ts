/**
 * Austria: signed receipts in a chain, an encrypted turnover counter and the
 * Datenerfassungsprotokoll (Registrierkassensicherheitsverordnung, RKSV; BAO
 * §§ 131b and 132a).
 */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import { isNonFiscal, isTraining, type JournalRecord } from '../../receipt/tra.ts';
import type { Country } from '../contract/country.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { act } from './actions.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { receiptSignature } from './receipt-signature.ts';
import { CODES, issue } from './codes.ts';
import { prepare } from './due.ts';
import { dep, exported } from './export.ts';
import { checkTerminal, fiscalise } from './fiscalise.ts';
import { configuredId, kasseOf, lastTimes } from './kasse.ts';
import { overview } from './overview.ts';
import { isTestCode, practiceOf } from './practice.ts';
import { KIND_TEXTS, NO_RECEIPT_TEXT, NOT_IN_OPERATION_TEXT, TEST_TEXT } from './printed-data.ts';
import { problems } from './problems.ts';
import { isLikeReceipt, isOwnKind, isSigned, TITLES } from './receipt-kind.ts';
import { restored } from './restored.ts';
import { registerIdOf } from './rksv/identifiers.ts';
import { rulesOn } from './rksv/tax-sets.ts';
import { bareTaxId, isGln, isTaxNumber, isUid } from './tax-id.ts';
import { ratesOf } from './tax-rates.ts';
import { background } from './background.ts';

function paper({ Own, ESR: esr, Fis: fis }: JournalRecord): PaperTexts {
  const isTest = fis?.AT_Test === '1' || isTestCode(fis?.Code ?? '');
  const tests = isTest ? [TEST_TEXT] : [];
  // Said at the head, and only there.
  const shown = ['Test', 'NotInOperation', 'NoReceipt'];
  if (isOwnKind(Own)) return { title: TITLES[Own], marks: tests, shown };
  const training = esr !== undefined && isTraining(esr);
  const isUnsigned = esr && isSigned(esr) && fis !== undefined && fis.Code === undefined;
  return {
    title: '',
    marks: [
      ...(training ? [KIND_TEXTS.training!] : []),
      ...(esr && isLikeReceipt(esr) ? [NO_RECEIPT_TEXT] : []),
      ...(isUnsigned ? [NOT_IN_OPERATION_TEXT] : []),
      ...tests,
    ],
    shown: training ? ['Kind', ...shown] : shown,
  };
}

/** The Austrian module. */
export const austria: Country = {
  code: 'AT',
  codes: CODES,
  attributes: ATTRIBUTES,
  language: 'de',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: new Set(),
  mandatory: new Set(),
  // `_` becomes `/` in the Kassen-ID.
  numbering: (TL, TT) => `${TL}/${TT}`.replaceAll('_', '/').toUpperCase(),
  strictVoids: false,
  usesKey: false,
  usesUnits: true,
  taxRules: (day, _cfg, services) => rulesOn(day, ratesOf(services)),
  companyTaxId: { name: 'UID', example: 'ATU12345675', isRight: isCompanyId },
  checkCfg(cfg) {
    const { TL, TT } = configuredTerminal(cfg);
    const id = registerIdOf(TL, TT);
    return 'fault' in id ? [issue('#CFG', 'Cfg.Loc.TL', id.fault.text)] : [];
  },
  checkChange(cfg, current, state) {
    const kasse = kasseOf(state);
    if (!kasse) return [];
    const isSame =
      cfg.Cmp.Ctry === current.Cmp.Ctry &&
      bareTaxId(cfg.Cmp.TaxId) === bareTaxId(current.Cmp.TaxId) &&
      configuredId(cfg) === kasse.id;
    const text = `this register has signed receipts as ${kasse.id} of ${current.Cmp.TaxId}; another company, TL or TT needs a register of its own`;
    return isSame ? [] : [issue('#CFG', 'Cfg', text)];
  },
  cfgWarnings,
  interpret(esr, services) {
    const isTest = services.attributes().flag('Fiscal_Test') && !isNonFiscal(esr);
    return isTest ? { ...esr, NFS: 'Training' } : esr;
  },
  check: (esr, _amounts, context) => (isSigned(esr) ? checkTerminal(esr, context) : []),
  lastTimes,
  practice: practiceOf,
  prepare,
  fiscalise,
  checkVoid({ Own }) {
    const text = 'a receipt that the register issued itself cannot be taken back';
    return Own === undefined ? [] : [issue('#ORIGINAL_NOT_FOUND', 'ESR.RTN', text)];
  },
  paper,
  background,
  overview,
  act,
  problems,
  audit,
  receiptSignature,
  signingSerial: (state) => kasseOf(state)?.serial ?? null,
  exports: { dep },
  exported,
  restored,
};

/** What a receipt must show by law, and what the tax office knows the company by. */
function isCompanyId(text: string): boolean {
  return [isUid, isTaxNumber, isGln].some((is) => is(text));
}

function cfgWarnings({ Cmp }: Cfg): string[] {
  const warnings: string[] = [];
  if (!isCompanyId(Cmp.TaxId)) {
    warnings.push(
      'Cfg.Cmp.TaxId: is no UID (ATU and 8 digits), tax number (9 digits) or GLN (13 digits), or its check digit is wrong',
    );
  }
  if (Cmp.Nam === undefined) warnings.push('Cfg.Cmp.Nam: receipts must show the name of the company');
  return warnings;
}
