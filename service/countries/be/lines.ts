/** The article lines of a receipt as FDMs know them: with a label of the tax, and each change of price. Amounts are whole cents. */
import { allocate } from '../../receipt/modifiers.ts';
import { decimalText, minor, quantityTimesPrice, sameDecimal, split } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import { isPosition, type CompleteEsr, type Position, type Tax } from '../../receipt/tra.ts';
import { labelOf, type VatLabel } from './taxes.ts';

/** A discount or markup on a line. */
export interface PriceChange {
  /** The same for all lines that one modifier has changed. */
  group: number;
  /** Discount code (Mod.Cat). */
  id: string;
  name: string;
  scope: 'LINE' | 'EVENT';
  /** Negative for a discount. */
  amount: number;
}

/** Units that an FDM knows. */
export type QuantityType = 'PIECE' | 'KILOGRAM' | 'METER' | 'LITRE' | 'HOUR';

/** Why there is less than nothing of an article. */
export type NegativeReason = 'REFUND' | 'CORRECTION' | 'WASTE' | 'DAMAGE';

/** An article line. */
export interface ArticleLine {
  position: Position;
  /** By index in PosA. */
  at: number;
  label: VatLabel;
  /** Percentage of the line. */
  rate: string;
  /** Decimal text with the sign of `before`, never 0. */
  quantity: string;
  unit: QuantityType;
  reason: NegativeReason | null;
  /** Before and after changes of price. */
  before: number;
  after: number;
  changes: PriceChange[];
}

const UNITS: Readonly<Record<string, QuantityType>> = {
  ...{ pc: 'PIECE', piece: 'PIECE', kg: 'KILOGRAM', kilogram: 'KILOGRAM', m: 'METER', meter: 'METER' },
  ...{ l: 'LITRE', litre: 'LITRE', h: 'HOUR', hour: 'HOUR' },
};

/** The unit that a text names; null for none that an FDM knows. */
export function unitOf({ QtyU }: Position): QuantityType | null {
  const name = QtyU?.trim().toLowerCase() ?? '';
  if (name === '') return 'PIECE';
  return Object.hasOwn(UNITS, name) ? UNITS[name]! : null;
}

/** All lines of a completed receipt that was checked. Tips are no articles. */
export function articleLines({ PosA, TaxA, T, Void }: CompleteEsr): ArticleLine[] {
  const { amounts, targets } = allocate(PosA, 2);
  const changes = changesOf(PosA, targets);
  const isReturn = Void === '1' || minor(T, 2) < 0;
  return PosA.flatMap((position, at): ArticleLine[] => {
    if (!isPosition(position) || position._ === 'Tip') return [];
    const tax: Tax = taxLineOf(position, TaxA) ?? { _: 'Tax', Prc: '0' };
    const before = minor(position.Amt, 2);
    const quantity = quantityOf(position, before);
    const isNegative = quantity.startsWith('-');
    return [
      {
        ...{ position, at, label: labelOf(tax) ?? 'D', rate: tax.Prc ?? '0', quantity },
        ...{ unit: unitOf(position) ?? 'PIECE', before, after: amounts[at]!, changes: changes[at] ?? [] },
        reason: isNegative ? reasonOf(position, isReturn) : null,
      },
    ];
  });
}

/** How much, with the sign of the amount. */
function quantityOf({ Qty }: Position, amount: number): string {
  const told = decimalText(Qty ?? '');
  const size = told?.replace(/^-/, '') ?? '1';
  const isNegative = amount < 0 || (amount === 0 && told?.startsWith('-') === true);
  const whole = /^0(?:\.0+)?$/.test(size) ? '1' : size;
  return isNegative ? `-${whole}` : whole;
}

function reasonOf({ Rsn, Void }: Position, isReturn: boolean): NegativeReason {
  const told = typeof Rsn === 'string' ? Rsn.trim().toUpperCase() : '';
  if (told === 'WASTE' || told === 'DAMAGE') return told;
  return isReturn && Void !== '1' ? 'REFUND' : 'CORRECTION';
}

/** What each modifier does to each line, exact to the cent. */
function changesOf(positions: readonly Position[], targets: readonly (readonly number[])[]): PriceChange[][] {
  const found: PriceChange[][] = positions.map(() => []);
  positions.forEach((modifier, i) => {
    const reached = targets[i]!;
    if (reached.length === 0) return;
    const weights = reached.map((at) => minor(positions[at]!.Amt, 2));
    const shares = split(minor(modifier.Amt, 2), weights);
    const id = typeof modifier.Cat === 'string' && modifier.Cat !== '' ? modifier.Cat : `M${i + 1}`;
    const scope = reached.length > 1 ? 'EVENT' : 'LINE';
    reached.forEach((at, k) => {
      const name = modifier.Dsc?.trim() || id;
      if (shares[k] !== 0) found[at]!.push({ group: i + 1, id, name, scope, amount: shares[k]! });
    });
  });
  return found;
}

const MOST_DECIMALS = 8;

/** Price of one, before changes: what was sent where it makes the amount, else worked out. Decimal text. */
export function unitPrice({ position, quantity, before }: ArticleLine): string {
  const size = quantity.replace(/^-/, '');
  const amount = Math.abs(before);
  const told = decimalText(position.Pri?.replace(/^-/, '') ?? '');
  if (told !== null && quantityTimesPrice(size, told, 2) === amount) return told;
  if (sameDecimal(size, '1')) return cents(amount);
  const [whole = '0', fraction = ''] = size.split('.');
  const units = BigInt(whole + fraction);
  const scale = 10n ** BigInt(fraction.length);
  for (let digits = 2; digits <= MOST_DECIMALS; digits++) {
    const power = 10n ** BigInt(digits - 2);
    const scaled = (2n * BigInt(amount) * power * scale + units) / (2n * units);
    const text = String(scaled).padStart(digits + 1, '0');
    const price = `${text.slice(0, -digits)}.${text.slice(-digits)}`;
    if (quantityTimesPrice(size, price, 2) === amount) return price;
  }
  return cents(amount);
}

function cents(amount: number): string {
  const text = String(amount).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
