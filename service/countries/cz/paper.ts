/** What a printed receipt says (zákon č. 112/2016 Sb., § 20; EET 2.0 as far as its bill says). */
import { isNonFiscal, isTraining, type JournalRecord } from '../../receipt/tra.ts';
import type { PaperTexts } from '../contract/paper.ts';
import { ENVIRONMENT } from './credentials.ts';
import { TEST_TEXT } from './fiscal-data.ts';

const TITLE = 'Účtenka';
const VOID_TITLE = 'Storno účtenky';
/** The law has no words for training and for what is no receipt. */
export const TRAINING = 'ŠKOLENÍ – NENÍ ÚČTENKA';
const NO_RECEIPT = 'NENÍ ÚČTENKA';

/** Title and marks of a receipt. */
export function paper({ ESR: esr, Fis }: JournalRecord): PaperTexts {
  // Test and training are said at the head.
  const shown = ['Test', 'Training'];
  if (!esr || isNonFiscal(esr) || isTraining(esr))
    return { title: '', marks: [esr && isTraining(esr) ? TRAINING : NO_RECEIPT], shown };
  return {
    title: esr.Void === '1' ? VOID_TITLE : TITLE,
    marks: ENVIRONMENT.isTestReceipt(Fis) ? [TEST_TEXT] : [],
    shown,
  };
}
