/** What a Croatian receipt gets before CIS is told of it: its ZKI, and two days to be reported. */
import { localTime } from '../../clock.ts';
import { numberKey } from '../../receipt/number-key.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { isSilent } from '../base/online/environment.ts';
import { trainingTag } from '../base/online/tags.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { certificateOf } from './credentials.ts';
import { ENVIRONMENT } from './environment.ts';
import { fiscalData } from './fiscal-data.ts';
import { TRAINING } from './paper.ts';
import { isReported, receiptData } from './receipt-data.ts';
import { NUMBERS } from './restored.ts';
import { zkiOf } from './zki.ts';

/** A receipt without JIR is reported within two days (Zakon o fiskalizaciji). */
const DEADLINE_MS = 2 * 24 * 3_600_000;

const NOTHING = { changes: {}, warnings: [], issues: [] };

/** {@link Country.fiscalise} of Croatia. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  if (isTraining(esr)) return { ...NOTHING, fis: { Tag: [trainingTag(TRAINING)] } };
  if (!isReported(esr)) return NOTHING;
  const certificate = certificateOf(context, context.cfg);
  if (!certificate) {
    const text = 'enter the fiscal certificate of the company on the page Croatia';
    return { ...NOTHING, issues: [issue('#HR_CERTIFICATE', '', text)] };
  }
  if (esr.TN === undefined || NUMBERS.unknown(state)) {
    const text =
      'the register was restored: enter the number of the last printed receipt on the page Croatia';
    return { ...NOTHING, issues: [issue('#HR_NUMBERS', '', text)] };
  }
  const receipt = receiptData(esr, context.cfg);
  const zki = zkiOf(receipt, certificate.key, certificate.digest);
  const before = Number(state.get(numberKey(esr)) ?? 0);
  const follows = Number(esr.TN) === before + 1;
  return {
    ...NOTHING,
    warnings: follows
      ? []
      : [`ESR.TN: ${esr.TN} does not follow ${before}; the law wants numbers without a gap`],
    fis: fiscalData({ ...receipt, zki }, null, ENVIRONMENT.isTest(context)),
    ...(!isSilent(context) && { deliverBy: localTime(context.clock.now() + DEADLINE_MS) }),
  };
}
