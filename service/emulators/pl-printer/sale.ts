/** A receipt while its lines come to a Polish fiscal printer: what the device itself works out and checks. */

/** Why a printer does not take something. Each protocol has numbers of its own for these. */
export type Reason =
  | 'rate'
  | 'name'
  | 'price'
  | 'quantity'
  | 'line-value'
  | 'line-zero'
  | 'discount'
  | 'storno'
  | 'goods'
  | 'state'
  | 'payment'
  | 'not-covered'
  | 'end-zero'
  | 'end-total'
  | 'end-paid'
  | 'end-change'
  | 'no-transaction'
  | 'in-transaction'
  | 'nothing-open'
  | 'closing'
  | 'nothing-sold'
  | 'clock'
  | 'memory'
  | 'date'
  | 'syntax';

/** The device refuses. */
export class Refused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/** Refuses what is not as it must be. */
export function need(isRight: boolean, reason: Reason): asserts isRight {
  if (!isRight) throw new Refused(reason);
}

/** A line as it comes; amounts are whole grosze. */
export interface SaleLine {
  name: string;
  /** Index of the rate, 0 to 6. */
  slot: number;
  price: number;
  /** Decimal text. */
  quantity: string;
  /** As it was sent, if it was. */
  value?: number | undefined;
  discount?: { name: string; amount: number } | undefined;
  /** Takes back a line that came before. */
  isStorno: boolean;
}

/** A rate: percentage, `null` for exempt goods, `undefined` where it is not active. */
export type Rates = readonly (number | null | undefined)[];

/** Rates as they are programmed in Poland. */
export const POLISH_RATES: Rates = [23, 8, 5, 0, null, undefined, undefined];

const MOST_AMOUNT = 999_999_999_999;
const WIDTH = 40;

/** A receipt that is not finished. */
export class Sale {
  readonly perRate: number[];
  readonly paper: string[] = [];
  readonly sold: { name: string; slot: number }[] = [];
  nip = '';
  /** It is an invoice: number and buyer, as the till gives them. */
  invoice: { number: string; buyer: string } | null = null;
  paid = 0;
  change = 0;
  private readonly lines: (SaleLine & { worth: number; isTaken: boolean })[] = [];
  private readonly payments: string[] = [];
  private readonly rates: Rates;
  /** The highest rate that goods of a name may be sold at. */
  private readonly mostRate: (name: string) => number | undefined;

  constructor(rates: Rates, mostRate: (name: string) => number | undefined) {
    this.rates = rates;
    this.mostRate = mostRate;
    this.perRate = rates.map(() => 0);
  }

  get total(): number {
    return this.perRate.reduce((all, value) => all + value, 0);
  }

  add(line: SaleLine): void {
    const { name, slot, price, quantity, value, discount, isStorno } = line;
    need(this.payments.length === 0, 'state');
    need(this.rates[slot] !== undefined, 'rate');
    need(/[\p{L}\d]/u.test(name), 'name');
    need(Number.isSafeInteger(price) && price > 0 && price <= MOST_AMOUNT, 'price');
    need(/^\d{1,9}(?:\.\d{1,8})?$/.test(quantity) && /[1-9]/.test(quantity), 'quantity');
    const worth = times(price, quantity);
    need(worth > 0, 'line-zero');
    need(value === undefined || value === worth, 'line-value');
    need(!discount || (discount.amount > 0 && discount.amount <= worth), 'discount');
    const most = this.mostRate(goodsName(name));
    need(most === undefined || (this.rates[slot] ?? 0) <= most, 'goods');
    const counted = worth - (discount?.amount ?? 0);
    if (isStorno) {
      const of = this.lines.find(
        (l) =>
          !l.isTaken && l.name === name && l.slot === slot && l.price === price && l.quantity === quantity,
      );
      if (of?.worth !== counted) throw new Refused('storno');
      of.isTaken = true;
    } else this.sold.push({ name: goodsName(name), slot });
    this.lines.push({ ...line, worth: counted, isTaken: isStorno });
    this.perRate[slot]! += isStorno ? -counted : counted;
    const letter = 'ABCDEFG'[slot]!;
    const sign = isStorno ? '-' : '';
    if (isStorno) this.paper.push('#STORNO#');
    this.paper.push(row(name, `${quantity} x${zloty(price)} ${sign}${zloty(worth)}${letter}`));
    if (discount) this.paper.push(row(`OPUST ${discount.name}`, `-${zloty(discount.amount)}${letter}`));
  }

  pay(name: string, amount: number, isChange: boolean): void {
    need(this.lines.length > 0, 'state');
    need(Number.isSafeInteger(amount) && amount > 0 && amount <= MOST_AMOUNT, 'payment');
    if (isChange) this.change += amount;
    else {
      need(this.change === 0, 'payment');
      this.paid += amount;
    }
    this.payments.push(row(isChange ? 'RESZTA GOTÓWKA' : name, `${zloty(amount)} PLN`));
  }

  /** Holds what the till says at the end against what was worked out here. */
  end(told: { total?: number | undefined; paid?: number | undefined; change?: number | undefined }): void {
    const { total } = this;
    need(total > 0, 'end-zero');
    need(told.total === undefined || told.total === total, 'end-total');
    need(told.paid === undefined || told.paid === this.paid, 'end-paid');
    need((told.change ?? this.change) === this.change, 'end-change');
    need(this.paid === 0 || this.paid - this.change >= total, 'not-covered');
    need(this.paid === 0 || this.change === 0 || this.paid - this.change === total, 'end-change');
    const taxes = this.perRate.flatMap((value, slot): string[] => {
      const rate = this.rates[slot];
      const letter = 'ABCDEFG'[slot]!;
      if (value === 0) return [];
      if (rate === null || rate === undefined) return [row(`SPRZEDAŻ ZWOLNIONA ${letter}`, zloty(value))];
      return [
        row(`SPRZEDAŻ OPODATKOWANA ${letter}`, zloty(value)),
        row(`PTU ${letter} ${zloty(rate * 100)} %`, zloty(tax(value, rate))),
      ];
    });
    this.paper.push(
      ...taxes,
      row(
        'SUMA PTU',
        zloty(this.perRate.reduce((all, value, slot) => all + tax(value, this.rates[slot]), 0)),
      ),
      row('SUMA PLN', zloty(total)),
      ...(this.payments.length > 0 ? this.payments : [row('GOTÓWKA', `${zloty(total)} PLN`)]),
      ...(this.nip === '' ? [] : [`NIP NABYWCY: ${this.nip}`]),
    );
  }
}

/** Letters and digits alone tell goods apart. */
function goodsName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d.,%/\\]/gu, '');
}

/** Whole grosze of a quantity at a price, rounded half up. */
function times(price: number, quantity: string): number {
  const [whole = '0', part = ''] = quantity.split('.');
  const scale = 10n ** BigInt(part.length);
  const units = BigInt(whole + part) * BigInt(price);
  return Number((2n * units + scale) / (2n * scale));
}

/** Tax in a gross amount, rounded half up; whole grosze. */
export function tax(gross: number, rate: number | null | undefined): number {
  return rate === null || rate === undefined ? 0 : Math.round((gross * rate) / (100 + rate));
}

/** `1234` as `12,34`. */
export function zloty(grosze: number): string {
  const digits = String(Math.abs(grosze)).padStart(3, '0');
  return `${grosze < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** A line with something at its left and its right end. */
export function row(left: string, right: string): string {
  const room = Math.max(WIDTH - right.length - 1, 0);
  return `${left.slice(0, room).padEnd(room)} ${right}`;
}
