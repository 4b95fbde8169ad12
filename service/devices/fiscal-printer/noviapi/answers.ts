/** What NoviApi answers: strictly read, null for what makes no sense. */
import type { DeviceRate, Failure, Trouble } from '../contract.ts';
import { cents } from './receipt.ts';
import { at, text, type Json } from './web.ts';

const PTU = 'ABCDEFG';
const EXEMPTION = 'ZW';

/** What the words of an error are about: the maker's numbers are not published. */
const TROUBLES: readonly [RegExp, Trouble][] = [
  [/papier|paper/i, 'paper'],
  [/pokryw|cover/i, 'cover'],
  [/raport|daily.?report/i, 'closing-needed'],
  [/stawk|ptu|tax.?rate/i, 'wrong-rate'],
  [/baz\S* towar|goods/i, 'wrong-goods'],
  [/zegar|clock/i, 'wrong-clock'],
  [/pami|memory/i, 'memory-full'],
];

/** A whole number of at most twelve digits. */
export function whole(value: Json): number | null {
  return /^\d{1,12}$/.test(text(value)) ? Number(text(value)) : null;
}

/** Why a request was refused, by its status (facts of NoviApi). */
export function refusal(kind: string, { status, body }: { status: number; body: Json }): Failure {
  const exception = at(body, 'exception');
  const errors = at(exception, 'errors');
  const more = Array.isArray(errors) ? ` (${errors.slice(0, 3).map(text).join('; ')})` : '';
  const said = `the printer answers ${kind} with status ${status}: ${text(at(exception, 'description'))}${more}`;
  const BY_STATUS: Readonly<Record<number, Trouble>> = {
    ...{
      400: 'wrong-order',
      401: 'rights',
      403: 'rights',
      409: 'closing-needed',
      429: 'busy',
      507: 'memory-full',
    },
  };
  return { trouble: BY_STATUS[status] ?? 'refused', text: said.slice(0, 300) };
}

/** Why a command was not done, by the words of its error. */
export function failureOf(kind: string, error: Json): Failure {
  const words = text(at(error, 'description'));
  const trouble = TROUBLES.find(([pattern]) => pattern.test(words))?.[1] ?? 'refused';
  return {
    trouble,
    text: `the printer answers ${kind} with ${text(at(error, 'code'))} ${words}`.slice(0, 300),
  };
}

/** What is the matter with the printer, as it tells beside every answer; null for nothing. */
export function deviceTrouble(body: Json): Trouble | null {
  if (text(at(body, 'device', 'status')) !== 'ERROR') return null;
  return failureOf('', at(body, 'device', 'error')).trouble;
}

/** The rates that are programmed. */
export function ratesOf(device: Json): DeviceRate[] | null {
  const list = at(device, 'tax_rates');
  if (!Array.isArray(list)) return null;
  const rates: DeviceRate[] = [];
  for (const entry of list) {
    const department = PTU.indexOf(text(at(entry, 'name')) || '?');
    const value = text(at(entry, 'value'));
    const [, percent, part = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(value) ?? [];
    if (department < 0) return null;
    if (value.toUpperCase() === EXEMPTION) rates.push({ department, rate: '0', nature: EXEMPTION });
    else if (percent !== undefined) {
      const fraction = part === '00' ? '' : part.replace(/0$/, '');
      rates.push({ department, rate: `${Number(percent)}${fraction && `.${fraction}`}`, nature: null });
    }
  }
  return rates;
}

/** Receipts and invoices of the open day, all rates together; whole cents. */
export function sumOf(totals: Json): number | null {
  if (!Array.isArray(totals)) return null;
  let sum = 0;
  for (const entry of totals) {
    const [receipts, invoices] = [cents(text(at(entry, 'receipt'))), cents(text(at(entry, 'invoice')))];
    if (receipts === null || invoices === null) return null;
    sum += receipts + invoices;
  }
  return sum;
}
