/** What a Slovenian receipt gets before FURS is told of it: its ZOI, and a time to be reported. */
import { numberKey, placeNumberKey } from '../../receipt/number-key.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { isSilent } from '../base/online/environment.ts';
import { trainingTag } from '../base/online/tags.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { CERTIFICATES, ENVIRONMENT, NUMBERS } from './credentials.ts';
import { fiscalData } from './fiscal-data.ts';
import { began, numberingOf } from './numbering.ts';
import { TRAINING } from './paper.ts';
import { bookNumber, isReported, receiptData, type SiReceipt } from './receipt-data.ts';
import { referencesOf } from './references.ts';
import { endOfWorkingDay } from './working-days.ts';
import { zoiOf } from './zoi.ts';

/** Working days that a receipt without EOR may wait (ZDavPR, 8. člen). */
const WORKING_DAYS = 2;
/** Days behind the end of a month until which its receipts from the book are told. */
const BOOK_DAYS = 10;

const NOTHING = { changes: {}, warnings: [], issues: [] };

/** {@link Country.fiscalise} of Slovenia. */
export async function fiscalise(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): Promise<Fiscalised> {
  if (isTraining(esr)) return { ...NOTHING, fis: { Tag: [trainingTag(TRAINING)] } };
  if (!isReported(esr)) return NOTHING;
  const certificate = CERTIFICATES.of(context, context.cfg);
  if (!certificate) {
    const text = 'enter the certificate of the company on the page Slovenia';
    return { ...NOTHING, issues: [issue('#SI_CERTIFICATE', '', text)] };
  }
  if (esr.TN === undefined || NUMBERS.unknown(state)) {
    const text =
      'the register was restored: enter the number of the last printed receipt on the page Slovenia';
    return { ...NOTHING, issues: [issue('#SI_NUMBERS', '', text)] };
  }
  const { references, warnings } = await referencesOf(esr, context);
  const numbering = bookNumber(esr) ? 'device' : numberingOf(esr, state, context);
  const data = receiptData(esr, context.cfg, references, numbering);
  const receipt: SiReceipt = data.book ? data : { ...data, zoi: zoiOf(data, certificate.key) };
  const before = Number(state.get(numbering === 'device' ? numberKey(esr) : placeNumberKey(esr)) ?? 0);
  if (numbering !== 'device' && Number(esr.TN) <= before) {
    const text = `the premises ${esr.TL} have given number ${before} already: send a higher one`;
    return { ...NOTHING, issues: [issue('#SI_NUMBER', 'ESR.TN', text)] };
  }
  // Between the numbers of a POS are those of the other registers.
  const follows = receipt.book !== null || numbering === 'pos' || Number(esr.TN) === before + 1;
  return {
    ...NOTHING,
    changes: receipt.book ? {} : began(esr, state, numbering),
    warnings: [
      ...(follows
        ? []
        : [`ESR.TN: ${esr.TN} does not follow ${before}; the law wants numbers without a gap`]),
      ...warnings,
    ],
    fis: fiscalData(receipt, null, ENVIRONMENT.isTest(context), context),
    ...(!isSilent(context) && { deliverBy: deadlineOf(receipt, context.now) }),
  };
}

/** Until when FURS has to be told, local time. Receipts may be entered when the time is over already. */
function deadlineOf({ book, time }: SiReceipt, now: string): string {
  if (!book) return endOfWorkingDay((time < now ? time : now).slice(0, 10), WORKING_DAYS);
  const [year, month] = [Number(time.slice(0, 4)), Number(time.slice(5, 7))];
  return `${new Date(Date.UTC(year, month, BOOK_DAYS)).toISOString().slice(0, 10)}T23:59:59`;
}
