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
  /** Not collected, where the country tells it. */
  credit: number;
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
  /** State changes where what was counted belongs to a day that is over. */
  closed: () => Record<string, Json>;
  /** State changes for a closing by this register. @param now local time */
  closedNow: (now: string) => Record<string, Json>;
  /**
   * Whether this register has closed a day on this one already (`YYYY-MM-DD`, by our clock): a printer whose clock
   * is behind would close one before each sale.
   */
  wasClosedOn: (day: string, state: State) => boolean;
  /** Time of the last document since the last closing; empty for none. */
  lastTime: (state: State) => string;
  /**
   * What is told of the day that is closed (Fis.Z).
   * @param z its number; null where that is not known
   * @param indexOf where the printer has to be asked what it calls a group
   */
  closingData: (z: number | null, state: State, indexOf?: (group: string) => string) => Record<string, Json>;
}

const NOTHING: Day = { z: 0, total: 0, credit: 0, lastD: '', lastSq: 0, taxes: {} };

/**
 * @param country ISO 3166 code
 * @param how.groupOf the tax group of a line on a day
 * @param how.indexOf what the printer calls a group (TaxI); empty for one that it has not
 * @param how.notCollected of a document, cents
 */
export function daySums(
  country: string,
  how: {
    groupOf: (line: Tax, day: string) => string;
    indexOf?: (group: string) => string;
    notCollected?: (esr: CompleteEsr) => number;
  },
): DaySums {
  const key = `${country}/Day`;
  const closedOn = `${country}/ClosedOn`;
  const { groupOf, notCollected } = how;
  const dayOf = (z: number | null, state: State): Day => {
    const known = { ...NOTHING, ...(state.get(key) as Partial<Day> | null | undefined) } as Day;
    return z === null || known.z === z ? known : NOTHING;
  };
  return {
    counted(esr, { z, time }, sq, state) {
      const before = dayOf(z, state);
      const taxes = { ...before.taxes };
      for (const line of esr.TaxA) {
        const group = groupOf(line, esr.D.slice(0, 10));
        const { amount, tax } = taxes[group] ?? { amount: 0, tax: 0 };
        taxes[group] = {
          rate: line.Prc ?? '0',
          amount: amount + minor(line.Amt, 2),
          tax: tax + minor(line.TAmt, 2),
        };
      }
      const total = before.total + minor(esr.T, 2);
      const credit = before.credit + (notCollected?.(esr) ?? 0);
      return { [key]: { z, total, credit, lastD: time, lastSq: sq, taxes } satisfies Day };
    },
    closed: () => ({ [key]: null }),
    closedNow: (now) => ({ [key]: null, [closedOn]: now.slice(0, 10) }),
    wasClosedOn: (day, state) => state.get(closedOn) === day,
    lastTime: (state) => dayOf(null, state).lastD,
    closingData(z, state, indexOf = how.indexOf ?? (() => '')) {
      const { total, credit, lastD, lastSq, taxes } = dayOf(z, state);
      return {
        T: amountText(total, 2),
        ...(notCollected && { CAmt: amountText(credit, 2) }),
        ...(lastD !== '' && { LastD: lastD, LastSQ: String(lastSq) }),
        ZTax: Object.entries(taxes).map(([TaxG, { rate, amount, tax }]) => ({
          ...{ TaxG, TaxI: indexOf(TaxG), Prc: rate },
          ...{ TAmt: amountText(tax, 2), Amt: amountText(amount, 2) },
        })),
      };
    },
  };
}
