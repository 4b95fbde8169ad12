/**
 * What is printed of a record that is no receipt. Returns and receipts that were a mistake are
 * entries of registers of their own (regulation on cash registers, § 3): what was sold, when, on
 * which receipt, what it was worth with its tax, why it goes back, and who has signed.
 */
import { minor } from '../../receipt/money.ts';
import { isTraining, type CompleteEsr, type Position, type Tax } from '../../receipt/tra.ts';
import type { Original } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { closingData } from './day.ts';
import { kindOf, type PrintKind } from './kind.ts';
import { knownMemory } from './memory.ts';
import { LINE, linesOf, printable } from './order.ts';

const TITLES: Readonly<Record<Exclude<PrintKind, 'sale' | 'Z'>, string>> = {
  return: 'ZWROT TOWARU',
  mistake: 'KOREKTA - OCZYWISTA POMYŁKA',
  zero: 'DOKUMENT BEZ WARTOŚCI',
  other: 'DOKUMENT NIEFISKALNY',
  X: 'ODCZYT X',
};
const TRAINING = 'SZKOLENIE - TO NIE JEST PARAGON';
const SIGNED = '.'.repeat(16);
/** Lines of one document. */
const MOST_LINES = 300;

/** Its lines. @param originals the receipt that goes back comes first */
export function textOf(esr: CompleteEsr, originals: readonly Original[], state: State): string[] {
  const { NF, NFS, PosA, PayA, T, TaxA, Head, Txt, Foot, D, TL, TT, TN = '', Rsn } = esr;
  const kind = kindOf(esr) as Exclude<PrintKind, 'sale' | 'Z'>;
  const goesBack = kind === 'return' || kind === 'mistake';
  return [
    isTraining(esr) ? TRAINING : TITLES[kind],
    ...(kind === 'other' ? [(NFS ?? NF ?? '').toUpperCase()] : []),
    `${D.replace('T', ' ')} ${TL}/${TT}/${TN}`,
    ...(goesBack ? reference(originals) : []),
    ...linesOf(Head),
    ...(kind === 'X' ? soldToday(state) : []),
    ...PosA.flatMap(position),
    ...(PosA.length > 0 ? [row('RAZEM', amount(T))] : []),
    ...(goesBack ? TaxA.map(taxOf) : []),
    ...PayA.map(({ Dsc = '', Amt }) => row(Dsc, amount(Amt))),
    ...(goesBack && typeof Rsn === 'string' ? linesOf([{ _: 'Txt', value: `Przyczyna: ${Rsn}` }]) : []),
    ...linesOf(Txt),
    ...linesOf(Foot),
    ...(kind === 'return' ? [`Sprzedawca ${SIGNED}`, `Kupujący ${SIGNED}`] : []),
  ]
    .map((line) => printable(line).slice(0, LINE).trimEnd())
    .filter((line) => line !== '')
    .slice(0, MOST_LINES);
}

/** The receipt that goes back: its number on paper and its day. */
function reference([original]: readonly Original[]): string[] {
  if (!original) return [];
  const { FN, D } = original.record?.Fis ?? {};
  const number = original.record?.ESR?.FN ?? (typeof FN === 'string' ? FN : original.name);
  const day = typeof D === 'string' ? D : typeof original.RD === 'string' ? original.RD : '';
  return [`Paragon nr ${number}`, ...(day === '' ? [] : [`z dnia ${day.slice(0, 10)}`])];
}

function position({ _: type, Dsc = '', Amt, LAmt, Qty, TaxG = '' }: Position): string[] {
  if (type === 'Lin') return [row(Dsc, LAmt ?? '')];
  const quantity = Qty === undefined || Qty === '1' || Qty === '-1' ? '' : ` x ${Qty.replace(/^-/, '')}`;
  return [row(`${Dsc}${quantity}`, `${amount(Amt)} ${TaxG}`.trimEnd())];
}

function taxOf({ TaxG = '', Prc = '', TAmt }: Tax): string {
  return row(`w tym VAT ${TaxG} ${Prc} %`, amount(TAmt));
}

/** What was sold since the last daily report. */
function soldToday(state: State): string[] {
  const { T, ZTax } = closingData(null, state, knownMemory(state)?.rates ?? []);
  const lines = ZTax as { TaxG: string; Prc: string; Amt: string; TAmt: string }[];
  return [
    ...lines.map(({ TaxG, Prc, Amt }) => row(`SPRZEDAŻ ${TaxG} ${Prc} %`, amount(Amt))),
    ...lines.map(({ TaxG, Prc, TAmt }) => row(`VAT ${TaxG} ${Prc} %`, amount(TAmt))),
    row('SPRZEDAŻ BRUTTO', amount(T as string)),
  ];
}

function row(text: string, right: string): string {
  if (right === '') return text;
  const room = Math.max(LINE - right.length - 1, 0);
  return `${text.slice(0, room).padEnd(room)} ${right}`;
}

function amount(text: string | undefined): string {
  const grosze = minor(text, 2);
  const digits = String(Math.abs(grosze)).padStart(3, '0');
  return `${grosze < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
