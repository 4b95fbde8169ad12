/**
 * What `provjera` remarks on a receipt that the schema allows. The numbers of these
 * remarks are the authority's; where the facts name several for one subject
 * (base and amount, issue time), the first fitting one stands for all.
 */
import { textOf, type Element } from '../xml.ts';
import type { Finding } from './answers.ts';
import { fieldsOf, isTrue } from './receipts.ts';
import { timeOf } from './time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Hundredths of a percent. */
const VAT_RATES: readonly bigint[] = [2500n, 1300n, 500n, 0n];
const HIGHEST_CONSUMPTION_TAX = 300n;

/** Remarks on `Racun` at a time (milliseconds since 1970); none when all is right. */
export function adviceOn(receipt: Element, now: number): Finding[] {
  const fields = fieldsOf(receipt);
  const age = now - timeOf(fields['DatVrijeme']!)!;
  const isLate = isTrue(fields['NakDost']!);
  const number = BigInt(fields['BrOznRac']!);
  const vat = taxes(receipt, 'Pdv');
  const consumption = taxes(receipt, 'Pnp');
  const remark = (holds: boolean, code: string, about?: string): Finding[] =>
    holds ? [{ code, ...(about !== undefined && { about }) }] : [];
  return [
    remark(age > 6 * HOUR && !isLate, 'v101'),
    remark(age < 0, 'v103'),
    remark(number === 0n, 'v105'),
    remark(number > 999_999n, 'v106'),
    ...vat.map(({ rate }) => remark(!VAT_RATES.includes(rate), 'v110', `Pdv ${percent(rate)}`)),
    ...consumption.map(({ rate }) =>
      remark(rate < 0n || rate > HIGHEST_CONSUMPTION_TAX, 'v110', `Pnp ${percent(rate)}`),
    ),
    ...[...vat, ...consumption].map((tax) => remark(!isTaxOf(tax), 'v113', percent(tax.rate))),
    remark(isTrue(fields['USustPdv']!) && sumOf(receipt) !== cents(fields['IznosUkupno']!), 'v137'),
    remark('SpecNamj' in fields, 'v141'),
    remark(age > 2 * DAY && age <= 5 * DAY, 'v152'),
    remark(age > 5 * DAY, 'v153'),
  ].flat();
}

interface Tax {
  /** Hundredths of a percent. */
  rate: bigint;
  /** Cents. */
  base: bigint;
  amount: bigint;
}

function taxes(receipt: Element, group: string): Tax[] {
  const groups = receipt.children.filter(({ name }) => name === group);
  return groups
    .flatMap(({ children }) => children)
    .map((tax) => ({
      rate: cents(textOf(tax, 'Stopa')),
      base: cents(textOf(tax, 'Osnovica')),
      amount: cents(textOf(tax, 'Iznos')),
    }));
}

/** A cent more or less comes from rounding line by line. */
function isTaxOf({ rate, base, amount }: Tax): boolean {
  const difference = base * rate - amount * 10_000n;
  return difference <= 15_000n && difference >= -15_000n;
}

function sumOf(receipt: Element): bigint {
  const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);
  const single = ['IznosOslobPdv', 'IznosMarza', 'IznosNePodlOpor'].map((name) => textOf(receipt, name));
  const fees = receipt.children
    .filter(({ name }) => name === 'Naknade')
    .flatMap(({ children }) => children.map((fee) => textOf(fee, 'IznosN')));
  return sum([
    ...taxes(receipt, 'Pdv').flatMap(({ base, amount }) => [base, amount]),
    // Their base is that of the value added tax already.
    ...[...taxes(receipt, 'Pnp'), ...taxes(receipt, 'OstaliPor')].map(({ amount }) => amount),
    ...[...single, ...fees].filter((text) => text !== '').map(cents),
  ]);
}

/** `-105.50` as -10550. */
function cents(text: string): bigint {
  return BigInt(text.replace('+', '').replace('.', ''));
}

function percent(rate: bigint): string {
  return `${rate / 100n}.${String(rate % 100n).padStart(2, '0')}`;
}
