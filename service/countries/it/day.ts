/** What was sold since the last closing, for the closing (doc 3, Fis.Z). Whole cents; returns and voids count against it. */
import { amountText, minor } from '../../receipt/money.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { State } from '../contract/state.ts';
import { notCollected } from './payments.ts';
import { groupOf, type Departments } from './taxes.ts';

/** State key of {@link Day}. */
const KEY = 'IT/Day';

/** Sums since the last closing. */
interface Day {
  [name: string]: Json;
  /** Number of the day: somebody may close it at the printer itself. */
  z: number;
  total: number;
  /** Not collected. */
  credit: number;
  /** Time of the last document, by the printer's clock, and its sequence number here. */
  lastD: string;
  lastSq: number;
  /** By tax group. */
  taxes: Record<string, { rate: string; amount: number; tax: number }>;
}

const NOTHING: Day = { z: 0, total: 0, credit: 0, lastD: '', lastSq: 0, taxes: {} };

/** What was sold on a day so far. @param z its number; null for the day that is known */
function dayOf(z: number | null, state: State): Day {
  const known = (state.get(KEY) ?? NOTHING) as Day;
  return z === null || known.z === z ? known : NOTHING;
}

/** Time of the last document of the day; empty for none. */
export function lastTimeOf(state: State): string {
  return dayOf(null, state).lastD;
}

/** State changes for a document. @param sq of its record */
export function counted(
  esr: CompleteEsr,
  { z, time }: { z: number; time: string },
  sq: number,
  state: State,
): Record<string, Json> {
  const before = dayOf(z, state);
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
    z,
    total: before.total + minor(esr.T, 2),
    credit: before.credit + notCollected(esr.PayA),
    ...{ lastD: time, lastSq: sq, taxes },
  };
  return { [KEY]: day };
}

/** State key of the day of the last closing, by our clock, `YYYY-MM-DD`. */
const CLOSED_ON = 'IT/ClosedOn';

/** State changes for a closing. @param now local time */
export function closedNow(now: string): Record<string, Json> {
  return { [KEY]: null, [CLOSED_ON]: now.slice(0, 10) };
}

/** Whether a day was closed on this one already: a printer whose clock is behind would close one before each sale. */
export function wasClosedOn(day: string, state: State): boolean {
  return state.get(CLOSED_ON) === day;
}

/** What is told of the day that is closed (Fis.Z). @param z its number; null where that is not known */
export function closingData(z: number | null, state: State, departments: Departments): Record<string, Json> {
  const { total, credit, lastD, lastSq, taxes } = dayOf(z, state);
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
