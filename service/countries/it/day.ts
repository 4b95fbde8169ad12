/** What was sold since the last closing, for the closing (doc 3, Fis.Z). Whole cents; returns and voids count against it. */
import { amountText, minor } from '../../receipt/money.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { State } from '../contract/state.ts';
import { notCollected } from './payments.ts';
import { departmentsOf, groupOf } from './taxes.ts';
import type { ProfileAttributes } from '../contract/services.ts';

/** State key of {@link Day}. */
const KEY = 'IT/Day';

/** Sums since the last closing. */
interface Day {
  [name: string]: Json;
  total: number;
  /** Not collected. */
  credit: number;
  /** Time of the last document, by the printer's clock, and its sequence number here. */
  lastD: string;
  lastSq: number;
  /** By tax group. */
  taxes: Record<string, { rate: string; amount: number; tax: number }>;
}

const NOTHING: Day = { total: 0, credit: 0, lastD: '', lastSq: 0, taxes: {} };

/** State changes for a document. @param sq of its record */
export function counted(esr: CompleteEsr, time: string, sq: number, state: State): Record<string, Json> {
  const before = (state.get(KEY) ?? NOTHING) as Day;
  const taxes = { ...before.taxes };
  for (const line of esr.TaxA) {
    const group = groupOf(line, esr.D.slice(0, 10)) ?? line.TaxG ?? '';
    const { amount, tax } = taxes[group] ?? { amount: 0, tax: 0 };
    taxes[group] = {
      rate: line.Prc ?? '0',
      amount: amount + minor(line.Amt, 2),
      tax: tax + minor(line.TAmt, 2),
    };
  }
  const day: Day = {
    total: before.total + minor(esr.T, 2),
    credit: before.credit + notCollected(esr.PayA),
    ...{ lastD: time, lastSq: sq, taxes },
  };
  return { [KEY]: day };
}

/** State changes for a closing. */
export const CLOSED: Record<string, Json> = { [KEY]: null };

/** What is told of the day that is closed (Fis.Z). */
export function closingData(state: State, attributes: ProfileAttributes): Record<string, Json> {
  const { total, credit, lastD, lastSq, taxes } = (state.get(KEY) ?? NOTHING) as Day;
  const departments = departmentsOf(attributes);
  return {
    T: amountText(total, 2),
    CAmt: amountText(credit, 2),
    ...(lastD !== '' && { LastD: lastD, LastSQ: String(lastSq) }),
    ZTax: Object.entries(taxes).map(([TaxG, { rate, amount, tax }]) => ({
      TaxG,
      TaxI: String(departments?.get(TaxG) ?? '').padStart(2, '0'),
      Prc: rate,
      TAmt: amountText(tax, 2),
      Amt: amountText(amount, 2),
    })),
  };
}
