/** What is printed of a record that is no document: a management document, as the law calls it. */
import type { CompleteEsr } from '../../receipt/tra.ts';
import { textLines, type TextWords } from '../base/fiscal-printer/text.ts';
import { linesOf } from './order.ts';

const WORDS: TextWords = {
  width: 46,
  training: 'PROVA - NON E UN DOCUMENTO COMMERCIALE',
  title: 'DOCUMENTO GESTIONALE',
  total: 'TOTALE',
  linesOf,
};

/** Its lines. */
export function textOf(esr: CompleteEsr): string[] {
  return textLines(esr, WORDS);
}
