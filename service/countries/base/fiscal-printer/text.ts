/** What is printed of a record that is no document, by printers whose documents are receipts alone. */
import { printedAmount } from '../../../receipt/currency.ts';
import { amountText, minor } from '../../../receipt/money.ts';
import { isTraining, type CompleteEsr, type TextBlock } from '../../../receipt/tra.ts';
import { normalForm } from '../../../normal-form.ts';

/** Lines of one document. */
const MOST_LINES = 400;

/** What a country prints it with. */
export interface TextWords {
  /** Characters of a line. */
  width: number;
  /** Of the amounts, where its paper has none with an empty fraction. */
  currency?: string;
  training: string;
  title: string;
  total: string;
  linesOf: (blocks?: readonly TextBlock[]) => string[];
}

/** Its lines. */
export function textLines(esr: CompleteEsr, words: TextWords): string[] {
  const { width, currency, training, title, total, linesOf } = words;
  const { NF, NFS, PosA, PayA, T, Head, Txt, Foot, D, TL, TT, TN = '' } = esr;
  const row = (text: string, right: string) => paperRow(text, right, width);
  const amount = (text: string | undefined) => paperAmount(text, currency);
  const rows = (list: readonly { Dsc?: string; Amt?: string; LAmt?: string }[]) =>
    list.map(({ Dsc = '', Amt, LAmt }) => row(Dsc, Amt === undefined ? (LAmt ?? '') : amount(Amt)));
  return [
    isTraining(esr) ? training : title,
    (NFS ?? NF ?? '').toUpperCase(),
    `${D.replace('T', ' ')}  ${TL}/${TT}/${TN}`,
    ...linesOf(Head),
    ...rows(PosA),
    ...(PosA.length > 0 ? [row(total, amount(T))] : []),
    ...rows(PayA),
    ...linesOf(Txt),
    ...linesOf(Foot),
  ]
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, width))
    .slice(0, MOST_LINES);
}

/** A line with something at its left and its right end; the left is cut to what fits. @param width characters */
export function paperRow(left: string, right: string, width: number): string {
  if (right === '') return left;
  const room = Math.max(width - right.length - 1, 0);
  return `${left.slice(0, room).padEnd(room)} ${right}`;
}

/** An amount as it is printed: `-1,20`. @param currency whose paper has none with an empty fraction */
export function paperAmount(text: string | undefined, currency = ''): string {
  return printedAmount(amountText(minor(text, 2), 2), currency).replace('.', ',');
}

/** What stands for a sign that has no parts. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ '–': '-', '—': '-', '‐': '-', '−': '-', '’': "'", '‘': "'", '‚': ',', '„': '"', '”': '"', '“': '"' },
  ...{ '…': '...', '×': 'x', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', œ: 'oe', Œ: 'OE' },
};

/**
 * A text in what a printer has letters for: signs that look alike and letters without their accents, else a blank.
 * @param has one character that it has
 */
export function inLettersOf(text: string, has: RegExp): string {
  return Array.from(normalForm(text, 'NFC'), (c) => {
    if (has.test(c)) return c;
    const plain = ALIKE[c] ?? c.normalize('NFD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every((one) => has.test(one)) ? plain : ' ';
  }).join('');
}
