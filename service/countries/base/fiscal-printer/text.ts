/** What is printed of a record that is no document, by printers whose documents are receipts alone. */
import { minor } from '../../../receipt/money.ts';
import { isTraining, type CompleteEsr, type TextBlock } from '../../../receipt/tra.ts';

/** Lines of one document. */
const MOST_LINES = 400;

/** What a country prints it with. */
export interface TextWords {
  /** Characters of a line. */
  width: number;
  training: string;
  title: string;
  total: string;
  linesOf: (blocks?: readonly TextBlock[]) => string[];
}

/** Its lines. */
export function textLines(esr: CompleteEsr, { width, training, title, total, linesOf }: TextWords): string[] {
  const { NF, NFS, PosA, PayA, T, Head, Txt, Foot, D, TL, TT, TN = '' } = esr;
  const row = (text: string, right: string) => rowOf(text, right, width);
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

function rowOf(text: string, right: string, width: number): string {
  if (right === '') return text;
  const room = width - right.length - 1;
  return `${text.slice(0, Math.max(room, 0)).padEnd(Math.max(room, 0))} ${right}`;
}

function amount(text: string): string {
  const cents = minor(text, 2);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
