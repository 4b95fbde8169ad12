/** The audit of a Croatian register: numbers without a gap, codes that fit what was printed, and a JIR for everything. */
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr, Fis } from '../../receipt/tra.ts';
import { onlineAudit } from '../base/online/audit.ts';
import { tagOf } from '../base/online/tags.ts';
import type { Auditor } from '../contract/audit.ts';
import { ENVIRONMENT } from './environment.ts';
import { qrText } from './qr.ts';
import { isReported } from './receipt-data.ts';

const ZKI = /^[\da-f]{32}$/;
const JIR = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** {@link Country.audit} of Croatia. */
export function audit(): Auditor {
  return onlineAudit({
    ...{ code: 'JIR', form: JIR, gapless: true, isReported, problems: codeProblems },
    isTestReceipt: ENVIRONMENT.isTestReceipt,
  });
}

/** Whether what was printed says what was registered. */
function codeProblems(esr: CompleteEsr, fis: Fis | undefined): string[] {
  const zki = tagOf(fis, 'ZKI') ?? '';
  if (!ZKI.test(zki)) return ['its ZKI is none'];
  const number = `${esr.TN}/${esr.TL}/${esr.TT}`;
  const problems = tagOf(fis, 'BrRac') === number ? [] : [`its number is printed otherwise than ${number}`];
  const code = qrText({ time: esr.D, total: minor(esr.T, 2), zki }, tagOf(fis, 'JIR') ?? null);
  return fis?.Code === code ? problems : [...problems, 'its QR code does not say what was registered'];
}
