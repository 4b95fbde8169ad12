/** What our own paper says of a receipt; the original is the printer's. */
import { isNonFiscal, isTraining, type CompleteEsr, type JournalRecord } from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { invoiceNumber } from './invoice.ts';
import { kindOf } from './kind.ts';

const COPY = 'NIEFISKALNY - ORYGINAŁ WYDRUKOWAŁA DRUKARKA FISKALNA';
const TRAINING = 'SZKOLENIE - TO NIE JEST PARAGON';
const NO_RECEIPT = 'NIEFISKALNY';
const TITLES = { return: 'Zwrot towaru', mistake: 'Korekta - oczywista pomyłka' } as const;

/** {@link Country.paper} of Poland. */
export function paper({ ESR: esr, Fis }: JournalRecord): PaperTexts {
  const shown = ['Training'];
  if (!esr || isNonFiscal(esr) || isTraining(esr))
    return { title: '', marks: [esr && isTraining(esr) ? TRAINING : NO_RECEIPT], shown };
  const kind = kindOf(esr as CompleteEsr);
  const { FN, ID } = Fis ?? {};
  const isInvoice = kind === 'sale' && invoiceNumber(esr) !== null;
  const title = kind === 'return' || kind === 'mistake' ? TITLES[kind] : isInvoice ? 'Faktura' : 'Paragon';
  return {
    title,
    ...(typeof FN === 'string' && { number: `nr ${FN}` }),
    marks: [kind === 'sale' ? COPY : NO_RECEIPT],
    ...(typeof ID === 'string' && { legends: [`Drukarka ${ID}`] }),
    shown,
  };
}
