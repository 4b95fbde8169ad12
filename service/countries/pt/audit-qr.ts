/** What a QR code must say of the document it stands on (tax authority's specification v1.0). */
import { amountText, minor, readAmount } from '../../receipt/money.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { buyerCountry } from './saft/customers.ts';
import { customerTaxId, FINAL_CONSUMER, withoutPrefix } from './tax-id.ts';
import { withheld } from './withholding.ts';

/** What the code has to agree with, besides the receipt. */
export interface QrDocument {
  /** Tax id of the seller by the configuration in force, without prefix; null when there was none. */
  issuer: string | null;
  type: string;
  /** Fiscal number. */
  FN: string;
  atcud: string;
  /** The four characters of the hash, `0` for documents without one. */
  characters: string;
}

/** Fields with amounts; `untaxed`: what positions without tax are parted into, by their reasons. */
const AMOUNTS = new Map<string, 'base' | 'untaxed' | 'tax'>([
  ...['I', 'J', 'K'].flatMap((region) => [
    [`${region}2`, 'untaxed'] as const,
    ...['3', '5', '7'].map((n) => [`${region}${n}`, 'base'] as const),
    ...['4', '6', '8'].map((n) => [`${region}${n}`, 'tax'] as const),
  ]),
  ['L', 'untaxed'],
  ['M', 'tax'],
]);

/** Compares a code with its document; what is wrong, in words. */
export function qrProblems(code: string, esr: CompleteEsr, document: QrDocument): string[] {
  const fields = new Map<string, string>();
  for (const part of code.split('*')) {
    const colon = part.indexOf(':');
    const [name, value] = [part.slice(0, colon), part.slice(colon + 1)];
    if (fields.has(name)) return [`the QR code has field ${name} twice`];
    fields.set(name, value);
  }
  const problems: string[] = [];
  for (const [name, expected] of Object.entries(expectedFields(esr, document))) {
    const value = fields.get(name);
    // Once everyone without tax id was at home.
    if (name === 'C' && value === 'PT' && customerTaxId(esr) === null) continue;
    if (value !== expected) {
      problems.push(
        `QR code field ${name} is ${value ?? 'missing'}, the document says ${expected ?? 'nothing'}`,
      );
    }
  }
  return problems.length > 0 ? problems : amountProblems(fields, esr);
}

function expectedFields(
  esr: CompleteEsr,
  { issuer, type, FN, atcud, characters }: QrDocument,
): Record<string, string | undefined> {
  const buyer = customerTaxId(esr);
  const country = buyerCountry(esr);
  const text = (value: string, max: number) => value.replaceAll('*', ' ').slice(0, max);
  return {
    ...(issuer !== null && { A: text(issuer, 9) }),
    B: text(withoutPrefix(buyer ?? FINAL_CONSUMER, country), 30),
    C: text(country, 12),
    D: type,
    E: 'N',
    F: esr.D.slice(0, 10).replaceAll('-', ''),
    G: FN,
    H: atcud,
    O: amountText(Math.abs(minor(esr.T, 2)), 2),
    P: withheld(esr) === 0 ? undefined : amountText(withheld(esr), 2),
    Q: characters,
  };
}

/** Bases and taxes add up to what the tax table says. Which rate belongs to which field is not looked at: rates change. */
function amountProblems(fields: ReadonlyMap<string, string>, esr: CompleteEsr): string[] {
  const sums = { base: 0, tax: 0 };
  const untaxed: number[] = [];
  for (const [name, value] of fields) {
    const kind = AMOUNTS.get(name);
    if (kind === undefined) continue;
    const amount = readAmount(value, 2);
    if ('error' in amount) return [`QR code field ${name} is no amount: ${value}`];
    sums[kind === 'tax' ? 'tax' : 'base'] += amount.minor;
    if (kind === 'untaxed') untaxed.push(amount.minor);
  }
  const text = (cents: number) => amountText(Math.abs(cents), 2);
  const net = esr.TaxA.reduce((sum, tax) => sum + minor(tax.Net, 2), 0);
  const tax = esr.TaxA.reduce((sum, line) => sum + minor(line.TAmt, 2), 0);
  const isWithoutValue = fields.get('I1') === '0' && minor(esr.T, 2) === 0;
  const [expectedNet, expectedTax] = isWithoutValue ? [0, 0] : [net, tax];
  if (fields.get('N') !== text(expectedTax)) {
    return [`QR code field N is ${fields.get('N') ?? 'missing'}, the taxes add up to ${text(expectedTax)}`];
  }
  // Lines of both signs lose them one by one, and a fourth region has no fields.
  const signs = new Set(esr.TaxA.map((line) => Math.sign(minor(line.Amt, 2))).filter((sign) => sign !== 0));
  if (signs.size > 1 || fields.has('K1')) return [];
  // A discount may leave one reason of a group below zero while its line is above: the field has no sign.
  const isParted = untaxed.some((amount) => text(sums.base - 2 * amount) === text(expectedNet));
  if (text(sums.base) !== text(expectedNet) && !isParted) {
    return [
      `bases in the QR code add up to ${text(sums.base)}, those of the tax lines to ${text(expectedNet)}`,
    ];
  }
  if (text(sums.tax) !== text(expectedTax)) {
    return [
      `taxes in the QR code add up to ${text(sums.tax)}, those of the tax lines to ${text(expectedTax)}`,
    ];
  }
  return [];
}
