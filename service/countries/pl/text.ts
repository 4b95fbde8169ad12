/**
 * What is printed of a record that is no receipt. Returns and receipts that were a mistake are
 * entries of registers of their own (regulation on cash registers, § 3): what was sold, when, on
 * which receipt, what it was worth with its tax, why it goes back, and who has signed.
 */
import { isTraining, type CompleteEsr, type Position, type Tax } from '../../receipt/tra.ts';
import { paperAmount, paperRow } from '../base/fiscal-printer/text.ts';
import type { Original } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { closingData } from './day.ts';
import { kindOf, type PrintKind } from './kind.ts';
import { knownMemory } from './memory.ts';
import { printable } from './letters.ts';
import { LINE, linesOf } from './order.ts';
import { soldOn } from './registers.ts';

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
    ...(PosA.length > 0 ? [row('RAZEM', paperAmount(T))] : []),
    ...(goesBack ? TaxA.map(taxOf) : []),
    ...PayA.map(({ Dsc = '', Amt }) => row(Dsc, paperAmount(Amt))),
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
function reference(originals: readonly Original[]): string[] {
  const { Sold } = soldOn(originals) ?? {};
  if (!Sold) return [];
  return [`Paragon nr ${Sold.Number}`, ...(Sold.D === '' ? [] : [`z dnia ${Sold.D.slice(0, 10)}`])];
}

function position({ _: type, Dsc = '', Amt, LAmt, Qty, TaxG = '' }: Position): string[] {
  if (type === 'Lin') return [row(Dsc, LAmt ?? '')];
  const quantity = Qty === undefined || Qty === '1' || Qty === '-1' ? '' : ` x ${Qty.replace(/^-/, '')}`;
  return [row(`${Dsc}${quantity}`, `${paperAmount(Amt)} ${TaxG}`.trimEnd())];
}

function taxOf({ TaxG = '', Prc = '', TAmt }: Tax): string {
  return row(`w tym VAT ${TaxG} ${Prc} %`, paperAmount(TAmt));
}

/** What was sold since the last daily report. */
function soldToday(state: State): string[] {
  const { T, ZTax } = closingData(null, state, knownMemory(state)?.rates ?? []);
  const lines = ZTax as { TaxG: string; Prc: string; Amt: string; TAmt: string }[];
  return [
    ...lines.map(({ TaxG, Prc, Amt }) => row(`SPRZEDAŻ ${TaxG} ${Prc} %`, paperAmount(Amt))),
    ...lines.map(({ TaxG, Prc, TAmt }) => row(`VAT ${TaxG} ${Prc} %`, paperAmount(TAmt))),
    row('SPRZEDAŻ BRUTTO', paperAmount(T as string)),
  ];
}

const row = (text: string, right: string) => paperRow(text, right, LINE);
