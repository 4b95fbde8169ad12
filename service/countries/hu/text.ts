/** What is printed of a record that is no document: a nonfiscal document. */
import { minor } from '../../receipt/money.ts';
import { isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import { linesOf } from './order.ts';

const LINE = 42;
const TRAINING = 'GYAKORLÁS - NEM ADÓÜGYI BIZONYLAT';
const TITLE = 'NEM ADÓÜGYI BIZONYLAT';
const TOTAL = 'ÖSSZESEN';
/** Lines of one document. */
const MOST_LINES = 400;

/** Its lines. */
export function textOf(esr: CompleteEsr): string[] {
  const { NF, NFS, PosA, PayA, T, Head, Txt, Foot, D, TL, TT, TN = '' } = esr;
  const rows = (list: readonly { Dsc?: string; Amt?: string; LAmt?: string }[]) =>
    list.map(({ Dsc = '', Amt, LAmt }) => row(Dsc, Amt === undefined ? (LAmt ?? '') : amount(Amt)));
  return [
    isTraining(esr) ? TRAINING : TITLE,
    (NFS ?? NF ?? '').toUpperCase(),
    `${D.replace('T', ' ')}  ${TL}/${TT}/${TN}`,
    ...linesOf(Head),
    ...rows(PosA),
    ...(PosA.length > 0 ? [row(TOTAL, amount(T))] : []),
    ...rows(PayA),
    ...linesOf(Txt),
    ...linesOf(Foot),
  ]
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, LINE))
    .slice(0, MOST_LINES);
}

function row(text: string, right: string): string {
  if (right === '') return text;
  const room = LINE - right.length - 1;
  return `${text.slice(0, Math.max(room, 0)).padEnd(Math.max(room, 0))} ${right}`;
}

function amount(text: string): string {
  const cents = minor(text, 2);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
