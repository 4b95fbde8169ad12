/** What our own paper says of a receipt; the original is the printer's. */
import { isNonFiscal, isTraining, type CompleteEsr, type JournalRecord } from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { COPY_TAG } from './fiscalise.ts';
import { readNumber } from './reference.ts';
import { kindOf } from './kind.ts';

const TITLES = { sale: 'NYUGTA', return: 'VISSZÁRU BIZONYLAT', void: 'SZTORNÓ BIZONYLAT' };
const INVOICE = 'EGYSZERŰSÍTETT SZÁMLA';
const COPY = 'MÁSOLAT - AZ EREDETIT AZ ADÓÜGYI NYOMTATÓ ADTA KI';
const TRAINING = 'GYAKORLÁS - NEM ADÓÜGYI BIZONYLAT';
const NO_RECEIPT = 'NEM ADÓÜGYI BIZONYLAT';

/** {@link Country.paper} of Hungary. */
export function paper({ ESR: esr, Fis }: JournalRecord): PaperTexts {
  const shown = ['Training'];
  if (!esr || isNonFiscal(esr) || isTraining(esr)) {
    return { title: '', marks: [esr && isTraining(esr) ? TRAINING : NO_RECEIPT], shown };
  }
  const kind = kindOf(esr as CompleteEsr);
  const { FN } = Fis ?? {};
  const isInvoice = typeof FN === 'string' && readNumber(FN)?.type === 'SZ';
  const title = kind === 'return' || kind === 'void' ? TITLES[kind] : isInvoice ? INVOICE : TITLES.sale;
  const number = typeof FN === 'string' && { number: FN };
  // The paper of an electronic document is ours; its tags say what it is.
  if (Fis?.Tag?.some(({ Name }) => Name === COPY_TAG)) return { title, ...number, marks: [], shown };
  return {
    title,
    ...number,
    marks: [COPY],
    shown: [...shown, 'ControlCode', 'APNumber'],
  };
}
