/** A receipt while its elements come to the printer. Amounts are cents, quantities thousandths. */
import type { Stored } from '../it-printer/memory.ts';
import { amountText } from '../it-printer/words.ts';
import type { Element } from '../xml.ts';

/** An entry of the table of rates: hundredths of a percent, and the code of what bears no tax. */
export interface Rate {
  rate: number;
  exempt: number;
}

/** Rates by their index. */
export type Rates = Readonly<Record<string, Rate>>;

const taxed = (rate: number): Rate => ({ rate, exempt: 0 });
const exempt = (code: number): Rate => ({ rate: 0, exempt: code });

/** What installers set it to. */
export const RATES: Rates = {
  ...{ '1': taxed(2200), '2': taxed(1000), '3': taxed(400), '4': taxed(500) },
  ...{ '5': exempt(4), '6': exempt(1), '7': exempt(2), '8': exempt(3), '9': exempt(5) },
};

/** Preset payments that it knows. */
const PAYMENTS = new Set([...Array(10).keys()].map((n) => n + 1).concat([50, 51, 52, 53]));

/** Why it does not do what it was told. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(String(status));
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
  private readonly sums = new Map<string, number>();
  private paid = 0;
  /** What was sold last, and for how much. */
  private newest: { vat: string; amount: number } | null = null;
  private readonly before: readonly Stored[];
  private readonly serial: string;
  private readonly rates: Rates;

  constructor(before: readonly Stored[], serial: string, rates: Rates) {
    this.before = before;
    this.serial = serial;
    this.rates = rates;
  }

  /** Tax in it, of each rate as a whole. */
  get vat(): number {
    return [...this.sums].reduce((all, [index, sum]) => {
      const { rate } = this.rates[index]!;
      return all + Math.round((sum * rate) / (10_000 + rate));
    }, 0);
  }

  /** What is paid and not given. */
  get isPaid(): boolean {
    return this.kind !== 'sale' || this.paid >= this.total;
  }

  take({ name, attributes }: Element): void {
    if (/^begin(?:FiscalReceipt|RtDoc)/.test(name)) return this.begin(name, attributes);
    need(this.isBegun, 5);
    const { description = '', message = '', amount } = attributes;
    switch (name) {
      case 'printRecItem':
        return this.sell(attributes);
      case 'printRecItemAdjustment':
        need(attributes.adjustmentType === '3', 3);
        this.takeOff(attributes.idVat ?? '', cents(amount));
        this.paper.push(`${cut(description)} -${amountText(cents(amount))}`);
        return;
      case 'printRecGift':
        need(this.newest !== null, 5);
        this.paper.push('OMAGGIO');
        return this.takeOff(this.newest!.vat, this.newest!.amount);
      case 'printRecTotal':
        need(this.kind === 'sale' && PAYMENTS.has(Number(attributes.paymentType)) && !this.isPaid, 137);
        // Ticket restaurant wants a number of tickets.
        need(attributes.paymentType !== '5' || /^\d{1,2}$/.test(attributes.paymentQty ?? ''), 3);
        this.paid += cents(attributes.payment);
        this.paper.push(`${cut(description)} ${amountText(cents(attributes.payment))}`);
        return;
      case 'setLotteryCode':
        need(/^[\dA-Z]{8}$/.test(attributes.code ?? ''), 3);
        this.paper.push(attributes.code!);
        return;
      case 'fixedLines':
      case 'printRecMessage':
        need(name === 'fixedLines' || /^[1-4]$/.test(attributes.messageType ?? ''), 3);
        need(message.length <= 42, 24);
        this.paper.push(name === 'fixedLines' ? description : message);
        return;
      case 'endFiscalReceipt':
      case 'endFiscalReceiptCut':
        need(this.sums.size > 0 && this.isPaid, 25);
        this.isBegun = false;
        this.isEnded = true;
        this.paper.push(`TOTALE COMPLESSIVO ${amountText(this.total)}`);
        return;
      default:
        throw new Refusal(92);
    }
  }

  private sell({ description = '', unitPrice, idVat = '', quantity = '1000' }: Element['attributes']): void {
    need(/^\d{1,9}$/.test(quantity) && this.paid === 0, 118);
    need(Object.hasOwn(this.rates, idVat), 28);
    const thousandths = BigInt(quantity) * BigInt(cents(unitPrice));
    const amount = Number((thousandths + 500n) / 1000n);
    this.sums.set(idVat, (this.sums.get(idVat) ?? 0) + amount);
    this.total += amount;
    this.newest = { vat: idVat, amount };
    this.paper.push(`${cut(description)} ${amountText(amount)}`);
  }

  private takeOff(vat: string, amount: number): void {
    need(this.newest?.vat === vat && amount <= this.newest.amount && this.paid === 0, 11);
    this.newest!.amount -= amount;
    this.sums.set(vat, this.sums.get(vat)! - amount);
    this.total -= amount;
  }

  /** Its own originals are found and not annulled twice; those of others are believed. */
  private begin(name: string, attributes: Element['attributes']): void {
    need(!this.isBegun && !this.isEnded, 5);
    this.isBegun = true;
    if (name === 'beginFiscalReceipt') return;
    this.kind = name.startsWith('beginRtDocAnnulment') ? 'void' : 'return';
    const { docRefZ = '', docRefNumber = '', docDate = '', fiscalSerial, service = '' } = attributes;
    need(/^\d{6}$/.test(docDate), 13);
    if (name.endsWith('Special')) {
      need(/^(?:POS|VR|ND)$/.test(service), 3);
      this.paper.push(`${this.kind} ${service} ${docDate}`);
      return;
    }
    need(/^\d{4}$/.test(docRefZ) && /^\d{4}$/.test(docRefNumber), 3);
    const line = `${this.kind} ${docRefZ}-${docRefNumber} ${docDate} ${fiscalSerial ?? this.serial}`;
    if ((fiscalSerial ?? this.serial) === this.serial) {
      const original = this.before.find((d) => d.z === Number(docRefZ) && d.number === Number(docRefNumber));
      need(original?.kind === 'sale', 40);
      need(
        docDate ===
          `${original!.time.slice(8, 10)}${original!.time.slice(5, 7)}${original!.time.slice(2, 4)}`,
        22,
      );
      need(this.kind !== 'void' || !this.before.some(({ paper }) => paper.includes(line)), 8);
    }
    this.paper.push(line);
  }
}

function need(isRight: boolean, status: number): void {
  if (!isRight) throw new Refusal(status);
}

function cents(text = ''): number {
  need(/^\d{1,9}$/.test(text), 11);
  return Number(text);
}

/** What fits; the rest is cut. */
function cut(text: string): string {
  return text.slice(0, 22);
}
