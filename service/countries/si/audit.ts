/** The audit of a Slovenian register: numbers without a gap, codes that fit what was printed, and an EOR for everything. */
import type { Cfg } from '../../receipt/cfg.ts';
import { numberKey, placeNumberKey } from '../../receipt/number-key.ts';
import type { CompleteEsr, Fis, JournalRecord } from '../../receipt/tra.ts';
import { onlineAudit } from '../base/online/audit.ts';
import { tagOf } from '../base/online/tags.ts';
import type { Auditor } from '../contract/audit.ts';
import { ENVIRONMENT } from './credentials.ts';
import { keptNumbering } from './numbering.ts';
import { bookNumber, isReported } from './receipt-data.ts';
import { bareTaxNumber } from './tax-number.ts';
import { printedCode } from './zoi.ts';

const ZOI = /^[\da-f]{32}$/;
const EOR = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** {@link Country.audit} of Slovenia. */
export function audit(): Auditor {
  // The printed code has the tax number.
  let taxNumber = '';
  const auditor = onlineAudit({
    ...{ code: 'EOR', form: EOR, gapless: true, isReported },
    isApart: (esr) => bookNumber(esr) !== null,
    keyOfNumber: (esr, fis) => (keptNumbering(fis) === 'device' ? numberKey(esr) : placeNumberKey(esr)),
    isShared: (fis) => keptNumbering(fis) === 'pos',
    isTestReceipt: ENVIRONMENT.isTestReceipt,
    problems: (esr, fis) => codeProblems(esr, fis, taxNumber),
  });
  return {
    take(record: JournalRecord) {
      if (record._ === 'Cfg') taxNumber = bareTaxNumber((record.Cfg as Cfg).Cmp.TaxId);
      return auditor.take(record);
    },
    end: (state) => auditor.end(state),
    summary: () => auditor.summary(),
  };
}

/** Whether what was printed says what was registered. */
function codeProblems(esr: CompleteEsr, fis: Fis | undefined, taxNumber: string): string[] {
  if (bookNumber(esr)) return [];
  const zoi = tagOf(fis, 'ZOI') ?? '';
  if (!ZOI.test(zoi)) return ['its ZOI is none'];
  const number = `${esr.TL}-${esr.TT}-${esr.TN}`;
  const problems = tagOf(fis, 'Number') === number ? [] : [`its number is printed otherwise than ${number}`];
  return fis?.Code === printedCode(zoi, taxNumber, esr.D)
    ? problems
    : [...problems, 'its code does not say what was registered'];
}
