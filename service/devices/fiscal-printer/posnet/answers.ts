/** What answers of a Posnet printer say: strictly read, null for what makes no sense. */
import type { FiscalDocument, DeviceRate, Trouble } from '../contract.ts';

/** Values of an answer. */
export type Values = ReadonlyMap<string, string>;

const LETTERS = 'abcdefg';
const MOST_DIGITS = 13;
/** What stands for a rate: not programmed, and exempt. */
const UNUSED = 101;
const EXEMPT = 100;
/** What is on paper for exempt goods. */
export const EXEMPTION = 'ZW';

/** Errors by number; everything else is `refused`. */
const TROUBLES: Readonly<Record<number, Trouble>> = {
  ...{ 2000: 'wrong-rate', 2102: 'wrong-rate', 2103: 'wrong-rate', 3084: 'wrong-rate' },
  ...{ 2105: 'wrong-goods', 2106: 'wrong-goods' },
  ...{ 383: 'closing-needed', 2010: 'closing-needed' },
  ...{ 387: 'memory-full', 388: 'memory-full', 1018: 'memory-full', 1039: 'memory-full' },
  ...{
    1069: 'memory-full',
    2036: 'memory-full',
    2098: 'memory-full',
    2900: 'memory-full',
    2904: 'memory-full',
  },
  ...{
    460: 'wrong-clock',
    461: 'wrong-clock',
    462: 'wrong-clock',
    1045: 'wrong-clock',
    2025: 'wrong-clock',
    2026: 'wrong-clock',
  },
  ...{ 364: 'rights', 365: 'rights', 40: 'rights' },
  ...{ 41: 'busy', 733: 'busy', 2038: 'busy', 2062: 'busy', 2506: 'busy' },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 10, 11, 12, 15].map((number) => [number, 'wrong-order'])),
  ...{ 2005: 'wrong-order', 2060: 'wrong-order', 2063: 'wrong-order' },
};

/** Why the printer refuses. */
export function troubleOf(error: number): Trouble {
  return TROUBLES[error] ?? 'refused';
}

/** What the mechanism says (`sprn`, `pr`); null for nothing wrong. */
export function mechanismTrouble(values: Values): Trouble | null {
  const status = number(values, 'pr');
  if (status === 0) return null;
  if (status === 1 || status === 3 || status === 10) return 'cover';
  return status === 5 ? 'paper' : 'refused';
}

/** A whole number; null for what is none. */
export function number(values: Values, name: string): number | null {
  const text = values.get(name) ?? '';
  return /^\d+$/.test(text) && text.length <= MOST_DIGITS ? Number(text) : null;
}

/** `T` and `1` are true, `N` and `0` false; null for all else. */
export function flag(values: Values, name: string): boolean | null {
  const text = values.get(name) ?? '';
  return /^[T1]$/.test(text) ? true : /^[N0]$/.test(text) ? false : null;
}

/** A time as `YYYY-MM-DDThh:mm:ss`; null for what is none. */
export function time(text = ''): string | null {
  const [, year, month, day, hour, minute] =
    /^(\d{4})[-./](\d\d)[-./](\d\d)[,; T:](\d{1,2}):(\d\d)/.exec(text) ?? [];
  if (minute === undefined) return null;
  const found = `${year}-${month}-${day}T${hour!.padStart(2, '0')}:${minute}:00`;
  return Number.isNaN(Date.parse(`${found}Z`)) ? null : found;
}

/** Sum of the values of all rates: `pa` to `pg`. */
export function sumOf(values: Values, prefix: string): number | null {
  let sum = 0;
  for (const letter of LETTERS) {
    const value = number(values, `${prefix}${letter}`);
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

/** The rates that are programmed (`sfsk`, `va` to `vg`). */
export function ratesOf(values: Values): DeviceRate[] | null {
  const rates: DeviceRate[] = [];
  for (const [department, letter] of Array.from(LETTERS).entries()) {
    const [, whole, part = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(values.get(`v${letter}`) ?? '') ?? [];
    if (whole === undefined) return null;
    if (Number(whole) === UNUSED) continue;
    const fraction = part === '00' ? '' : part.replace(/0$/, '');
    const rate = `${Number(whole)}${fraction === '' ? '' : `.${fraction}`}`;
    const isExempt = Number(whole) === EXEMPT;
    rates.push({ department, rate: isExempt ? '0' : rate, nature: isExempt ? EXEMPTION : null });
  }
  return rates;
}

/**
 * The newest document: counters (`scnt`) and totals of the day (`stot`), which tell in place of its own total.
 * Invoices are counted and added up with the receipts; they have no number of the printer.
 */
export function lastDocument(scnt: Values, stot: Values): FiscalDocument | null {
  const [closed, last, completed] = [number(scnt, 'rd'), number(scnt, 'bt'), number(scnt, 'bn')];
  const [receipts, invoices] = [sumOf(stot, 'p'), sumOf(stot, 'f')];
  const invoiced = number(scnt, 'fn');
  const serial = (scnt.get('nu') ?? '').trim();
  const at = time(stot.get('de'));
  if (closed === null || last === null || completed === null || at === null) return null;
  if (receipts === null || invoices === null || invoiced === null) return null;
  const [count, sum] = [completed + invoiced, receipts + invoices];
  if (serial === '' || serial.length > 30) return null;
  return { z: closed + 1, number: last, count, time: at, serial, total: 0, sum, vat: null };
}
