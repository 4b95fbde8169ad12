/** What is printed of a record that is no document: a nonfiscal document. */
import type { CompleteEsr } from '../../receipt/tra.ts';
import { textLines, type TextWords } from '../base/fiscal-printer/text.ts';
import { linesOf } from './order.ts';

const WORDS: TextWords = {
  width: 42,
  currency: 'HUF',
  training: 'GYAKORLÁS - NEM ADÓÜGYI BIZONYLAT',
  title: 'NEM ADÓÜGYI BIZONYLAT',
  total: 'ÖSSZESEN',
  linesOf,
};

/** Its lines. */
export function textOf(esr: CompleteEsr): string[] {
  return textLines(esr, WORDS);
}
