/** A receipt while its elements come to the printer. */
import type { Stored } from '../it-printer/memory.ts';
import { amountText } from '../it-printer/words.ts';
import type { Element } from '../xml.ts';

/** Percentage of each department, by its number. */
export type Departments = Readonly<Record<string, number>>;

/** The makers' numbering: 1 to 4 with tax, the others without. */
export const DEPARTMENTS: Departments = {
  ...{ '1': 22, '2': 10, '3': 5, '4': 4 },
  ...{ '0': 0, '10': 0, '11': 0, '12': 0, '13': 0, '14': 0 },
};

/** Discount, gift, voucher. */
const ADJUSTMENTS = new Set(['0', '11', '12']);
const PAYMENT_TYPES = new Set(['0', '1', '2', '3', '4', '5', '6']);

/** Why it does not do what it was told. */
export class Refusal extends Error {
  readonly status: number;
  constructor(code: string, status: number) {
    super(code);
    this.status = status;
  }
}

/** A receipt while its elements come. */
export class Draft {
  readonly paper: string[] = [];
  kind: Stored['kind'] = 'sale';
  isBegun = false;
  isEnded = false;
  total = 0;
  /** What was sold, by department. */
  private readonly sums = new Map<string, number>();
  private paid = 0;
  /** Lines of the paper: text above the goods, goods, how they are paid, and what stands beneath. */
  private readonly above: string[] = [];
  private readonly goods: string[] = [];
  private readonly means: string[] = [];
  private readonly beneath: string[] = [];
  private readonly before: readonly Stored[];
  private readonly serial: string;
  private readonly departments: Departments;

  constructor(before: readonly Stored[], serial: string, departments: Departments) {
    this.before = before;
    this.serial = serial;
    this.departments = departments;
  }

  /** Tax in it, of each percentage as a whole. */
  get vat(): number {
    const byRate = new Map<number, number>();
    for (const [department, sum] of this.sums) {
      const rate = this.departments[department]!;
      byRate.set(rate, (byRate.get(rate) ?? 0) + sum);
    }
    return [...byRate].reduce((all, [rate, sum]) => all + Math.round((sum * rate) / (100 + rate)), 0);
  }

  /** The paper as it comes out. */
  get slip(): string[] {
    const headings = { sale: 'di vendita o prestazione', return: 'emesso per RESO MERCE' };
    const heading = this.kind === 'void' ? 'emesso per ANNULLAMENTO' : headings[this.kind];
    const rest = this.paid - this.total;
    return [
      ...['DOCUMENTO COMMERCIALE', heading, ...this.above],
      row('DESCRIZIONE', 'IVA    Prezzo'),
      ...this.goods,
      row('TOTALE COMPLESSIVO', amountText(this.total)),
      row('DI CUI IVA', amountText(this.vat)),
      ...this.means,
      ...(rest > 0 ? [row('RESTO', amountText(rest))] : []),
      ...this.beneath,
    ];
  }

  take({ name, attributes }: Element): void {
    this.write(name, attributes);
    const { messageType, message = '', description = '' } = attributes;
    if (name === 'printRecMessage' && messageType === '4') {
      need(!this.isBegun, 11);
      this.refer(message);
    } else if (name === 'beginFiscalReceipt') {
      need(!this.isBegun && !this.isEnded, 11);
      this.isBegun = true;
    } else {
      need(this.isBegun, 11);
      if (name === 'printRecItem') this.sell(attributes);
      else if (name === 'printRecItemAdjustment') {
        const off = cents(attributes.amount);
        need(ADJUSTMENTS.has(attributes.adjustmentType ?? '') && off <= this.total && this.paid === 0, 13);
        this.add(attributes.department ?? '', -off);
      } else if (name === 'printRecTotal') {
        need(PAYMENT_TYPES.has(attributes.paymentType ?? '') && this.paid < this.total, 13);
        this.paid += cents(attributes.payment);
      } else if (name === 'endFiscalReceipt') {
        need(this.paid >= this.total, 26);
        this.isBegun = false;
        this.isEnded = true;
        this.paper.push(`TOTALE COMPLESSIVO ${amountText(this.total)}`);
        return;
      } else if (name === 'directIO') this.name(attributes);
      else if (name === 'printRecLotteryID') need(/^[\dA-Z]{8}$/.test(attributes.code ?? ''), 13);
      else need(name === 'printRecMessage', 16);
    }
    const text = description || message || (attributes.data ?? attributes.code ?? '');
    const line = [text, attributes.unitPrice ?? attributes.payment].filter(Boolean).join(' ');
    if (line !== '') this.paper.push(line);
  }

  /** Puts it where it stands on paper, whether it is right or not. */
  private write(name: string, attributes: Element['attributes']): void {
    const { description = '', quantity = '1', unitPrice = '', amount = '', payment = '' } = attributes;
    const rate = `${this.departments[attributes.department ?? ''] ?? 0}%`.padStart(4);
    if (name === 'printRecItem') {
      const sold = worth(quantity, unitPrice);
      if (!/^1(?:[.,]0+)?$/.test(quantity)) this.goods.push(`  ${quantity} x ${unitPrice}`);
      this.goods.push(row(description, `${rate} ${sold.padStart(9)}`));
    } else if (name === 'printRecItemAdjustment')
      this.goods.push(row(description, `${rate} ${`-${amount}`.padStart(9)}`));
    else if (name === 'printRecTotal') this.means.push(row(description, payment));
    else if (name === 'printRecLotteryID') this.beneath.push(`Codice lotteria ${attributes.code ?? ''}`);
    else if (name === 'directIO') this.beneath.push(`Cliente ${(attributes.data ?? '').slice(2)}`);
    else if (attributes.messageType === '4') this.above.push(attributes.message ?? '');
    else if (name === 'printRecMessage')
      (attributes.messageType === '3' ? this.beneath : this.above).push(attributes.message ?? '');
  }

  private sell({ quantity = '', unitPrice, department = '', description = '' }: Element['attributes']): void {
    need(/^\d{1,6}(?:[.,]\d{1,3})?$/.test(quantity) && this.paid === 0, 13);
    need(description.length <= 38, 13);
    const [whole = '0', part = ''] = quantity.split(/[.,]/);
    const thousandths = BigInt(whole) * 1000n + BigInt(part.padEnd(3, '0'));
    this.add(department, Number((thousandths * BigInt(cents(unitPrice)) + 500n) / 1000n));
  }

  private add(department: string, amount: number): void {
    need(Object.hasOwn(this.departments, department), 22);
    this.sums.set(department, (this.sums.get(department) ?? 0) + amount);
    this.total += amount;
  }

  /** The customer: VAT number or tax code. */
  private name({ command = '', data = '' }: Element['attributes']): void {
    need(
      (command === '1060' && /^01\d{11}$/.test(data)) || (command === '1061' && /^01[\dA-Z]{16}$/.test(data)),
      13,
    );
  }

  /** A document of its own is found and not taken back as a whole twice; those of others are believed. */
  private refer(message: string): void {
    const parts = /^(REFUND|VOID) (\d{4}) (\d{4}) \d{8} ([\dA-Z]{11})$/.exec(message);
    need(parts !== null, 12);
    const [, word, z, number, serial] = parts as unknown as string[];
    this.kind = word === 'VOID' ? 'void' : 'return';
    const isOwn = serial === this.serial;
    const original = this.before.find((d) => d.z === Number(z) && d.number === Number(number));
    need(!isOwn || original?.kind === 'sale', 41);
    const isTaken = this.before.some(({ kind, paper }) => kind === 'void' && paper[0] === message);
    need(!isOwn || this.kind !== 'void' || !isTaken, 39);
  }
}

function need(isRight: boolean, status: number): void {
  if (!isRight) throw new Refusal('', status);
}

const WIDTH = 44;

function row(left: string, right: string): string {
  return `${left.slice(0, WIDTH - right.length - 1).padEnd(WIDTH - right.length)}${right}`;
}

/** What a quantity comes to, as it is printed; nothing for what is no amount. */
function worth(quantity: string, unitPrice: string): string {
  const [, whole, part] = /^(\d{1,7})[.,](\d\d)$/.exec(unitPrice) ?? [];
  const times = Number(quantity.replace(',', '.'));
  if (part === undefined || Number.isNaN(times)) return '';
  return amountText(Math.round((Number(whole) * 100 + Number(part)) * times));
}

function cents(text = ''): number {
  const parts = /^(\d{1,7})[.,](\d\d)$/.exec(text);
  need(parts !== null, 13);
  return Number(parts![1]) * 100 + Number(parts![2]);
}
