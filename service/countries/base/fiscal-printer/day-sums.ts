/** What was sold since the last closing of a fiscal printer, for the closing (doc 3, Fis.Z). Whole cents; returns and voids count against it. */
import { amountText, minor } from '../../../receipt/money.ts';
import type { Json } from '../../../receipt/json.ts';
import type { CompleteEsr, Tax } from '../../../receipt/tra.ts';
import type { State } from '../../contract/state.ts';

/** Sums since the last closing. */
interface Day {
  [name: string]: Json;
  /** Number of the day: somebody may close it at the printer itself. */
  z: number;
  total: number;
  /** Time of the last document, and its sequence number here. */
  lastD: string;
  lastSq: number;
  /** By tax group. */
  taxes: Record<string, { rate: string; amount: number; tax: number }>;
}

/** Sums of a country's registers. */
export interface DaySums {
  /** State changes for a document. @param sq of its record */
  counted: (
    esr: CompleteEsr,
    document: { z: number; time: string },
    sq: number,
    state: State,
  ) => Record<string, Json>;
  /** State changes for a closing. */
  closed: () => Record<string, Json>;
  /** What is told of the day that is closed (Fis.Z). @param z its number; null where that is not known */
  closingData: (z: number | null, state: State) => Record<string, Json>;
}

const NOTHING: Day = { z: 0, total: 0, lastD: '', lastSq: 0, taxes: {} };

/**
 * @param country ISO 3166 code
 * @param how.groupOf the tax group of a line on a day
 * @param how.indexOf what the printer calls a group (TaxI); empty for one that it has not
 */
export function daySums(
  country: string,
  how: { groupOf: (line: Tax, day: string) => string; indexOf: (group: string) => string },
): DaySums {
  const key = `${country}/Day`;
  const dayOf = (z: number | null, state: State): Day => {
    const known = (state.get(key) ?? NOTHING) as Day;
    return z === null || known.z === z ? known : NOTHING;
  };
  return {
    counted(esr, { z, time }, sq, state) {
      const before = dayOf(z, state);
      const taxes = { ...before.taxes };
      for (const line of esr.TaxA) {
        const group = how.groupOf(line, esr.D.slice(0, 10));
        const { amount, tax } = taxes[group] ?? { amount: 0, tax: 0 };
        taxes[group] = {
          rate: line.Prc ?? '0',
          amount: amount + minor(line.Amt, 2),
          tax: tax + minor(line.TAmt, 2),
        };
      }
      const total = before.total + minor(esr.T, 2);
      return { [key]: { z, total, lastD: time, lastSq: sq, taxes } satisfies Day };
    },
    closed: () => ({ [key]: null }),
    closingData(z, state) {
      const { total, lastD, lastSq, taxes } = dayOf(z, state);
      return {
        T: amountText(total, 2),
        ...(lastD !== '' && { LastD: lastD, LastSQ: String(lastSq) }),
        ZTax: Object.entries(taxes).map(([TaxG, { rate, amount, tax }]) => ({
          ...{ TaxG, TaxI: how.indexOf(TaxG), Prc: rate },
          ...{ TAmt: amountText(tax, 2), Amt: amountText(amount, 2) },
        })),
      };
    },
  };
}
