/** The audit of a Czech register: codes that fit what was printed, and FIK or POK for everything. */
import type { CompleteEsr, Fis } from '../../receipt/tra.ts';
import { onlineAudit } from '../base/online/audit.ts';
import { tagOf } from '../base/online/tags.ts';
import type { Auditor } from '../contract/audit.ts';
import { ENVIRONMENT } from './credentials.ts';
import { CODE_NAMES } from './fiscal-data.ts';
import { bkpOf } from './pkp.ts';
import { isRecorded } from './receipt-data.ts';

const CODE = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}-[\da-f]{2}$/i;

/** {@link Country.audit} of Czechia. */
export function audit(): Auditor {
  return onlineAudit({
    code: (fis) => CODE_NAMES[fis?.CZ_EET === '3' ? 3 : 4],
    form: CODE,
    // What was registered while EET was off has nothing to look at.
    isReported: (esr, fis) => isRecorded(esr) && fis?.CZ_EET !== undefined,
    isTestReceipt: ENVIRONMENT.isTestReceipt,
    gapless: false,
    problems,
  });
}

/** Whether what was printed says what was registered. */
function problems({ TL, TT }: CompleteEsr, fis: Fis | undefined): string[] {
  const found = tagOf(fis, 'id_pokl') === `${TL}/${TT}` ? [] : ['its till is printed otherwise'];
  if (fis?.CZ_EET !== '3') return found;
  const pkp = typeof fis.CZ_PKP === 'string' ? fis.CZ_PKP : '';
  return tagOf(fis, 'BKP') === bkpOf(pkp) ? found : [...found, 'its BKP is not that of its PKP'];
}
