/** Lines of a process: positions after their modifiers, with tax, business case and where the price comes from. */
import { allocate } from '../../../receipt/modifiers.ts';
import { amountText, decimalText, minor } from '../../../receipt/money.ts';
import { linesOfGroup, taxLineOf } from '../../../receipt/taxes.ts';
import { isPosition, type Esr, type Position, type Tax } from '../../../receipt/tra.ts';
import { businessCaseOf } from '../business-case.ts';
import { cashCaseOf, movesMoney } from '../cash-case.ts';
import type { BonComponent, BonLine, BonPayment, PricePart } from './bon.ts';
import { componentOf, componentsBy } from './components.ts';
import { taxedLines, taxRule, type TaxedAmounts } from './line-taxes.ts';
import { lineNumbers } from './line-numbers.ts';
import { priceParts } from './price-parts.ts';
import { roundedQuotient, size } from './round.ts';
import { textOf } from './texts.ts';
import { keyOf, NOT_TAXABLE } from './vat.ts';

const CENTS = 2;
/** Decimals of prices and of quantities. */
const PRICE_DIGITS = 5;
const QUANTITY_DIGITS = 3;
const NOTHING: TaxedAmounts = { gross: 0, net: 0, tax: 0 };

/**
 * The lines of a receipt, in the order of its positions; money that moves without any
 * has one line that says so.
 * @param day of the receipt, `YYYY-MM-DD`
 */
export function linesOf(esr: Esr, day: string, payments: readonly BonPayment[]): BonLine[] {
  const positions = esr.PosA ?? [];
  if (!positions.some(isPosition)) return movedCash(esr, payments);
  const { amounts, targets } = allocate(positions, CENTS);
  const [isMoney, isNet] = [movesMoney(esr), esr.TaxN === '1'];
  const taxes = isMoney ? [] : (esr.TaxA ?? []);
  const numbers = lineNumbers(positions);
  const groups = new Map<Tax | null, number[]>();
  positions.forEach((position, i) => {
    if (!isPosition(position)) return;
    const tax = taxLineOf(position, taxes) ?? null;
    const members = groups.get(tax);
    if (members) members.push(i);
    else groups.set(tax, [i]);
  });
  const components = componentsBy(positions);
  const lines: BonLine[] = [];
  for (const [tax, members] of groups) {
    const own = members.map((i) => amounts[i]!);
    const printed = tax ? linesOfGroup(tax, taxes) : [];
    const table = {
      rate: tax?.Prc ?? '0',
      tax: printed.reduce((sum, { TAmt }) => sum + minor(TAmt, CENTS), 0),
    };
    const taxed = taxedLines(own, table, isNet);
    const taxOf = taxRule(own, table, isNet);
    const key = tax === null ? NOT_TAXABLE : keyOf(tax, day);
    members.forEach((index, k) => {
      const position = positions[index]!;
      const vat = { key, ...(taxed[k] ?? NOTHING) };
      const parts = priceParts({ positions, targets, index, vat, taxOf, isNet });
      const told = position.DE_GV_TYP === undefined && isMoney ? cashCaseOf(esr, vat.gross) : null;
      const businessCase = told ?? businessCaseOf(position, tax, esr);
      lines[index] = lineOf(position, {
        number: numbers[index]!,
        vat,
        parts,
        businessCase,
        amount: amounts[index]!,
        components: (components.get(index) ?? []).map((part) => componentOf(part, { key, day, isNet })),
      });
    });
  }
  // Modifiers and print lines have left holes.
  return lines.filter(() => true);
}

interface LineData {
  number: string;
  vat: BonLine['vat'];
  parts: readonly PricePart[];
  businessCase: BonLine['businessCase'];
  components: readonly BonComponent[];
  /** After modifiers, cents; net where prices are. */
  amount: number;
}

function lineOf(
  position: Position,
  { number, vat, parts, components, businessCase, amount }: LineData,
): BonLine {
  const { Dsc, Note, Dev, InH, Void, SKU, ID, IN, Cat, CatN, QtyU, VouN, DE_AGENTUR_ID } = position;
  const quantity = quantityOf(position, vat.gross);
  return {
    number,
    text: textOf(Dsc) || textOf(Note) || textOf(IN) || position._,
    businessCase,
    caseName: '',
    agency: Number(textOf(DE_AGENTUR_ID) || 0),
    voucher: textOf(VouN),
    device: textOf(Dev),
    inHouse: textOf(InH) !== '0',
    cancelled: Void === '1',
    article: textOf(SKU) || textOf(ID),
    gtin: textOf(IN),
    groupId: textOf(Cat),
    group: textOf(CatN),
    quantity,
    unit: textOf(QtyU),
    price: priceOf(position, amount, vat.gross, quantity),
    vat,
    parts,
    components,
  };
}

/** Quantity with the sign of the amount and the decimals that there is room for. */
function quantityOf({ Qty }: Position, gross: number): string {
  const value = decimalText(Qty ?? '');
  if (value === null || value === '0') return gross < 0 ? '-1' : '1';
  const [whole, fraction = ''] = value.split('.');
  if (fraction.length <= QUANTITY_DIGITS) return value;
  return scaled(BigInt(whole! + fraction), fraction.length, QUANTITY_DIGITS);
}

/** Gross price of a unit: as it was sent where that is gross and nothing was taken off, else what it comes to. */
function priceOf({ Pri, Amt }: Position, amount: number, gross: number, quantity: string): string {
  const sent = decimalText(Pri ?? '');
  const isGross = amount === gross && minor(Amt, CENTS) === amount;
  if (sent !== null && isGross && (sent.split('.')[1]?.length ?? 0) <= PRICE_DIGITS) return sent;
  if (quantity === '1') return amountText(gross, CENTS);
  if (quantity === '-1') return amountText(-gross, CENTS);
  const [whole, fraction = ''] = quantity.split('.');
  const units = BigInt(whole! + fraction);
  if (units === 0n) return amountText(gross, CENTS);
  const numerator = BigInt(gross) * 10n ** BigInt(PRICE_DIGITS - CENTS + fraction.length);
  return scaled(roundedQuotient(numerator, units), PRICE_DIGITS, PRICE_DIGITS);
}

/** A decimal of `units` / 10^`scale` rounded half up to `digits`, which are not more than `scale`. */
function scaled(units: bigint, scale: number, digits: number): string {
  const rounded = roundedQuotient(units, 10n ** BigInt(scale - digits));
  const text = String(size(rounded)).padStart(digits + 1, '0');
  return `${rounded < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Money that goes into the till or out of it. */
function movedCash(esr: Esr, payments: readonly BonPayment[]): BonLine[] {
  const gross = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (payments.length === 0 || gross === 0) return [];
  const name = textOf(esr.NFS) || textOf(esr.NF);
  return [
    {
      ...{ number: '1', text: payments[0]!.name || name, businessCase: cashCaseOf(esr, gross), caseName: '' },
      ...{ agency: 0, voucher: '', device: '', inHouse: true, cancelled: false },
      ...{ article: '', gtin: '', groupId: '', group: '', unit: '' },
      ...{ quantity: '1', price: amountText(gross, CENTS) },
      vat: { key: NOT_TAXABLE, gross, net: gross, tax: 0 },
      parts: [],
      components: [],
    },
  ];
}
