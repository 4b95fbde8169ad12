/** What a Czech receipt gets before the authority is told of it: in version 3 PKP and BKP, and two days to be recorded. */
import { localTime } from '../../clock.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { isSilent } from '../base/online/environment.ts';
import { trainingTag } from '../base/online/tags.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { CERTIFICATES, ENVIRONMENT } from './credentials.ts';
import { fiscalData } from './fiscal-data.ts';
import { TRAINING } from './paper.ts';
import { pkpOf } from './pkp.ts';
import { isRecorded, receiptData, unitOf } from './receipt-data.ts';
import { eetVersion } from './version.ts';

/** A receipt without code is recorded within 48 hours, one of the simplified regime within five days. */
const [DEADLINE_MS, SIMPLIFIED_MS] = [48 * 3_600_000, 120 * 3_600_000];

/** Counted from the sale, also where the till sends it late. */
function deadlineOf({ D }: CompleteEsr, simplified: boolean, { clock }: ReceiptContext): string {
  const sold = Math.min(Date.parse(D), clock.now());
  return localTime(sold + (simplified ? SIMPLIFIED_MS : DEADLINE_MS));
}

const NOTHING = { changes: {}, warnings: [], issues: [] };

/** {@link Country.fiscalise} of Czechia. */
export function fiscalise(esr: CompleteEsr, _state: State, context: ReceiptContext): Fiscalised {
  if (isTraining(esr)) return { ...NOTHING, fis: { Tag: [trainingTag(TRAINING)] } };
  const version = eetVersion(context.attributes(), esr.D.slice(0, 10));
  if (version === null || !isRecorded(esr)) return NOTHING;
  const certificate = CERTIFICATES.of(context, context.cfg);
  if (!certificate) {
    const text = 'enter the certificate of the company on the page Czechia';
    return { ...NOTHING, issues: [issue('#CZ_CERTIFICATE', '', text)] };
  }
  const attributes = context.attributes();
  const simplified = version === 3 && attributes.flag('CZ_Simplified');
  const data = receiptData(esr, context.cfg, { version, unit: unitOf(esr, attributes), simplified });
  const receipt = version === 3 ? { ...data, pkp: pkpOf(data, certificate.key) } : data;
  return {
    ...NOTHING,
    fis: fiscalData(receipt, null, ENVIRONMENT.isTest(context), context),
    ...(!isSilent(context) && { deliverBy: deadlineOf(esr, simplified, context) }),
  };
}
