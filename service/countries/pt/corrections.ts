/**
 * How much of an invoice credit notes have taken: no more than its total, and no
 * more of each article than was sold with it, in quantity and value (Despacho
 * 8632/2014, 3.3). A debit note does not raise what may be credited of its
 * invoice: it is a document of its own, with a limit of its own.
 */
import type { Json } from '../../receipt/json.ts';
import {
  excessOf,
  itemsOf,
  NOTHING,
  portionOf,
  soldWith,
  strangersAmong,
  together,
  without,
  type Excess,
  type Item,
  type Portion,
  type Sold,
} from '../../receipt/returns.ts';
import { isTree } from '../../receipt/tree.ts';
import { isPosition, type CompleteEsr } from '../../receipt/tra.ts';
import type { State } from '../contract/state.ts';
import { total } from './document.ts';

/** What credit and debit notes have done to an invoice. */
export interface Corrected extends Portion {
  /** Credit notes that stand, also those about nothing; 0 for those that earlier versions counted. */
  credits: number;
  /** Debit notes that stand. */
  debits: number;
}

/** A document of this register that is corrected. */
interface Invoice {
  FN: string;
  esr: CompleteEsr;
}

/** State key of what credit and debit notes have done to an invoice. */
export function correctedKey(FN: string): string {
  return `PT/corrected ${FN}`;
}

/** What was done to an invoice. Earlier versions kept the amount alone, cents. */
export function correctedBy(state: State, FN: string): Corrected {
  const value = state.get(correctedKey(FN));
  if (typeof value === 'number') return { ...NOTHING, taken: value, credits: 0, debits: 0 };
  return { ...NOTHING, credits: 0, debits: 0, ...(isTree(value) && (value as Partial<Corrected>)) };
}

/** What the positions of a note take of one invoice; a debit note takes nothing. */
export function takenBy(esr: CompleteEsr, type: 'NC' | 'ND', positions: readonly number[]): Portion {
  if (type === 'ND') return NOTHING;
  const portion = portionOf(itemsAt(esr, positions));
  const all = esr.PosA.reduce((count, position) => (isPosition(position) ? count + 1 : count), 0);
  // The total counts also where positions have no tax.
  return positions.length >= all ? { ...portion, taken: Math.abs(total(esr)) } : portion;
}

/** What the positions of a credit note take too much of an invoice, null when it is all right. */
export function checkLimit(
  esr: CompleteEsr,
  positions: readonly number[],
  { FN, esr: invoice }: Invoice,
  state: State,
): Excess | null {
  const back = { items: itemsAt(esr, positions), portion: takenBy(esr, 'NC', positions) };
  return excessOf(soldBy(invoice), correctedBy(state, FN), back, 2);
}

/** Positions of a credit note that are no articles of the invoice, by index in PosA. */
export function strangePositions(
  esr: CompleteEsr,
  positions: readonly number[],
  { esr: invoice }: Invoice,
): number[] {
  return strangersAmong(itemsAt(esr, positions), soldBy(invoice)).map(({ index }) => index);
}

/** The state entry of an invoice with one note more. */
export function withCorrection(before: Corrected, portion: Portion, type: 'NC' | 'ND'): Json {
  const { credits, debits } = before;
  const notes = type === 'NC' ? { credits: credits + 1, debits } : { credits, debits: debits + 1 };
  return { ...together(before, portion), ...notes };
}

/** The state entry of an invoice when a note is cancelled. */
export function withoutCorrection(before: Corrected, portion: Portion, type: 'NC' | 'ND'): Json {
  const credits = Math.max(before.credits - (type === 'NC' ? 1 : 0), 0);
  const debits = Math.max(before.debits - (type === 'ND' ? 1 : 0), 0);
  const left = without(before, portion);
  return left.taken === 0 && credits === 0 && debits === 0 ? null : { ...left, credits, debits };
}

/** A note may correct a hundred invoices, and is looked at several times. */
const known = {
  items: new WeakMap<CompleteEsr, Map<number, Item>>(),
  sold: new WeakMap<CompleteEsr, Sold>(),
};

function itemsAt(esr: CompleteEsr, positions: readonly number[]): Item[] {
  const items = known.items.get(esr) ?? new Map(itemsOf(esr, 2).map((item) => [item.index, item]));
  known.items.set(esr, items);
  return positions.flatMap((index) => items.get(index) ?? []);
}

function soldBy(invoice: CompleteEsr): Sold {
  const sold = known.sold.get(invoice) ?? soldWith(invoice, 2);
  known.sold.set(invoice, sold);
  return sold;
}
