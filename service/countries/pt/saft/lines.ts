/** Lines of a document: net, after discounts, rounded so that each tax group adds up. */
import { allocate } from '../../../receipt/modifiers.ts';
import { minor, sameDecimal, split } from '../../../receipt/money.ts';
import { isPosition, type Position, type Tax } from '../../../receipt/tra.ts';
import { decimal, netRatio, roundedQuotient, unitPrice, type Decimal, type Ratio } from './decimals.ts';
import type { Entry } from './entry.ts';
import type { Product, Products } from './products.ts';
import { netShares } from './shares.ts';
import { groupOf } from '../exemptions.ts';
import { taxLinesOf } from '../one-stop-shop.ts';
import type { LineTax, Taxes } from './taxes.ts';

/** A line. Amounts are net, in cents, never negative. */
export interface Line {
  position: Position;
  product: Product;
  quantity: Decimal;
  /** Decimal text. */
  unitPrice: string;
  amount: number;
  /** What the tax is taken of where a document charges tax alone; the amount is 0 then. */
  taxBase: number;
  /** The amount reduces what the customer owes: a credit note, or a line that cancels another one. */
  debit: boolean;
  /** What discounts have taken from the line. */
  discount: number;
  /** Absent on working and transport documents without any value. */
  tax: LineTax | null;
}

/** What lines are looked up in. */
export interface LineMasters {
  products: Products;
  taxes: Taxes;
}

const ONE: Decimal = { units: 1n, scale: 0 };
const WHOLE: Ratio = { num: 1n, den: 1n };

/** The lines of a document, in the order of its positions. */
export function linesOf(entry: Entry, masters: LineMasters): Line[] {
  const { esr } = entry;
  const taxes = taxLinesOf(esr);
  const { amounts } = allocate(esr.PosA, 2);
  const valueless = isValueless(entry, amounts);
  const groups = new Map<Tax, number[]>();
  esr.PosA.forEach((p, i) => {
    if (!isPosition(p)) return;
    const tax = taxOf(p, taxes);
    if (!tax) throw new Error(`${entry.id} has no tax line for ${JSON.stringify(p.TaxG)}`);
    const members = groups.get(tax);
    if (members) members.push(i);
    else groups.set(tax, [i]);
  });
  const lines: Line[] = [];
  for (const [tax, members] of groups) {
    const values = groupValues(
      tax,
      members.map((i) => amounts[i]!),
      esr.TaxN === '1',
    );
    members.forEach((index, k) => {
      const position = esr.PosA[index]!;
      const lineTax = valueless ? null : masters.taxes.of(position, tax, entry.date, entry.region);
      lines[index] = line(entry, position, values[k]!, masters.products.of(position), lineTax);
    });
  }
  // Modifiers and print lines have left holes.
  return lines.filter(() => true);
}

/** Working and transport documents need not say what things cost. */
function isValueless({ class: section, esr }: Entry, amounts: readonly number[]): boolean {
  if (section !== 'WD' && section !== 'MG') return false;
  return esr.PosA.every((p, i) => amounts[i] === 0 && (!isPosition(p) || minor(p.Amt, 2) === 0));
}

/** What a line takes from its tax group; cents, with the signs of the receipt. */
interface Values {
  /** Amount after discounts, as the receipt has it. */
  amount: number;
  net: number;
  /** From the receipt's amounts to net ones. */
  ratio: Ratio;
  taxBase: number;
}

function groupValues(tax: Tax, amounts: readonly number[], alreadyNet: boolean): Values[] {
  const rate = tax.Prc ?? '0';
  const total = minor(tax.Net, 2);
  const { net, ratio } = netShares(amounts, total, alreadyNet ? WHOLE : ratioOf(rate));
  const bases = net.every((share) => share === 0) ? taxBases(amounts, minor(tax.TAmt, 2), rate) : null;
  return amounts.map((amount, i) => ({ amount, net: net[i]!, ratio, taxBase: bases?.[i] ?? 0 }));
}

/** Where tax is charged without a sale (a debit note for VAT alone), what it is the tax of; else null. */
function taxBases(amounts: readonly number[], tax: number, rate: string): number[] | null {
  if (tax === 0 || sameDecimal(rate, '0')) return null;
  const { num, den } = ratioOf(rate);
  return split(tax, amounts).map((t) => Math.abs(Number(roundedQuotient(BigInt(t) * num, den - num))));
}

function line(
  entry: Entry,
  position: Position,
  { amount: before, net, ratio, taxBase }: Values,
  product: Product,
  tax: LineTax | null,
): Line {
  const quantity = quantityOf(position);
  const amount = Math.abs(net);
  return {
    position,
    product,
    quantity,
    unitPrice: taxBase === 0 ? unitPrice(Math.abs(before), ratio, amount, quantity) : '0.00',
    amount,
    taxBase,
    debit: isDebit(entry, position, net || before),
    discount: discountOf(minor(position.Amt, 2), before, ratio),
    tax,
  };
}

/** A position says by its sign what it counts; one without amount by its quantity, if it has one. */
function isDebit(entry: Entry, { Qty, Void }: Position, amount: number): boolean {
  if (amount !== 0) return amount < 0;
  if (Qty !== undefined) return Qty.startsWith('-');
  return (Void === '1') === (entry.direction === 1);
}

/** Quantity without its sign; nothing and zero both mean one lump. */
function quantityOf({ Qty }: Position): Decimal {
  if (Qty === undefined || Qty === '1' || Qty === '-1') return ONE;
  const { units, scale } = decimal(Qty);
  return units === 0n ? ONE : { units: units < 0n ? -units : units, scale };
}

/** Net amount of the discounts; markups of the same line are taken off. */
function discountOf(before: number, after: number, { num, den }: Ratio): number {
  const off = (before - after) * Math.sign(before);
  return off <= 0 ? 0 : Number(roundedQuotient(BigInt(off) * num, den));
}

/**
 * The line of the tax table that a position belongs to: of that name, else of
 * that percentage. Of several without tax a plain `0%` means the last resort, M99.
 */
function taxOf(position: Position, taxes: readonly Tax[]): Tax | undefined {
  const name = groupOf(position);
  const named = taxes.find((t) => t.TaxG === name);
  if (named || !name.endsWith('%')) return named;
  const percent = name.slice(0, -1);
  const same = taxes.filter((t) => sameDecimal(t.Prc ?? '', percent));
  return same.find((t) => t.TaxG === 'M99') ?? same[0];
}

const ratios = new Map<string, Ratio>();

function ratioOf(rate: string): Ratio {
  const known = ratios.get(rate);
  if (known) return known;
  const ratio = netRatio(rate);
  ratios.set(rate, ratio);
  return ratio;
}
