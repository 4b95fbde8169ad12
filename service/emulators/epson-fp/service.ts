/** The printer's side of the conversation: what it accepts, stores and prints. */
import { localTime, type Clock } from '../../clock.ts';
import { readBody, type Element } from '../xml.ts';
import type { Memory, Stored } from './memory.ts';

/** What a person does to the printer; all may change while it runs. */
export interface Conditions {
  hasPaper: boolean;
  coverOpen: boolean;
  /** Loses power before this many more elements of receipts are carried out; null: does not. */
  powerFailsIn: number | null;
}

const DAY_MS = 24 * 3_600_000;
const DEPARTMENTS = new Set(['1', '2', '3', '4', '0', '10', '11', '12', '13', '14']);
const PAYMENT_TYPES = new Set(['0', '1', '2', '3', '4', '5', '6']);
const ORDERS = ['printerFiscalReceipt', 'printerNonFiscal', 'printerFiscalReport', 'printerCommand'];
const LAST_LENGTH = 193;

/** It has no power: nothing is answered. */
export class PowerCut extends Error {}

class Refusal extends Error {
  readonly status: number;
  constructor(code: string, status: number) {
    super(code);
    this.status = status;
  }
}

/** A printer. */
export class EmulatedFiscalPrinter {
  readonly memory: Memory;
  readonly conditions: Conditions = { hasPaper: true, coverOpen: false, powerFailsIn: null };
  private readonly clock: Clock;

  constructor(memory: Memory, clock: Clock) {
    this.memory = memory;
    this.clock = clock;
  }

  /** @throws PowerCut */
  answer(body: Buffer): string {
    const order = readBody(body);
    if (!order || order.children.length === 0 || !ORDERS.includes(order.name))
      return response(false, 'PARSER_ERROR', 0);
    try {
      return response(true, '', 0, this.carryOut(order));
    } catch (error) {
      if (error instanceof Refusal) return response(false, error.message, error.status, this.status());
      throw error;
    }
  }

  private carryOut(order: Element): Record<string, string> {
    switch (order.name) {
      case 'printerFiscalReceipt':
        return this.receipt(order.children);
      case 'printerFiscalReport':
        return this.report(order.children[0]!);
      case 'printerNonFiscal':
        this.needPaper();
        return this.status();
      default:
        return this.command(order.children[0]!);
    }
  }

  private command({ name, attributes }: Element): Record<string, string> {
    const { contents } = this.memory;
    if (name === 'resetPrinter') this.memory.store({ isBegun: false });
    else if (name === 'directIO') {
      if (attributes.command !== '1387') throw new Refusal('', 16);
      return { responseCommand: '1387', responseData: lastData(contents.documents.at(-1), contents.serial) };
    } else if (!['queryPrinterStatus', 'openDrawer', 'displayText', 'setDate'].includes(name))
      throw new Refusal('', 16);
    return this.status();
  }

  private report({ name }: Element): Record<string, string> {
    this.needPaper();
    const { contents } = this.memory;
    if (contents.isBegun) throw new Refusal('', 17);
    if (name === 'printXReport') return { zRepNumber: String(contents.closed + 1) };
    if (name !== 'printZReport') throw new Refusal('', 16);
    this.memory.store({ closed: contents.closed + 1, openedAt: null });
    return { zRepNumber: String(contents.closed) };
  }

  private receipt(elements: readonly Element[]): Record<string, string> {
    const { contents } = this.memory;
    const now = this.clock.now();
    this.needPaper();
    if (contents.isBegun) throw new Refusal('', 11);
    if (contents.openedAt !== null && now - contents.openedAt > DAY_MS) throw new Refusal('', 18);
    const draft = new Draft(contents.documents, contents.serial);
    for (const element of elements) {
      this.feelPower();
      draft.take(element);
      if (draft.isBegun !== contents.isBegun) this.memory.store({ isBegun: draft.isBegun });
      this.needPaper();
    }
    if (!draft.isEnded) throw new Refusal('', 11);
    const z = contents.closed + 1;
    const newest = contents.documents.at(-1);
    const number = newest?.z === z ? newest.number + 1 : 1;
    const time = localTime(now);
    const paper = [...draft.paper, `DOCUMENTO N. ${four(z)}-${four(number)}`, `RT ${contents.serial}`];
    const stored: Stored = { z, number, time, total: draft.total, kind: draft.kind, paper };
    this.memory.store({
      documents: [...contents.documents, stored],
      openedAt: contents.openedAt ?? now,
      isBegun: false,
    });
    this.feelPower();
    return {
      ...this.status(),
      fiscalReceiptNumber: String(number),
      fiscalReceiptAmount: amountText(draft.total),
      zRepNumber: String(z),
      serialNumber: contents.serial,
    };
  }

  private feelPower(): void {
    const left = this.conditions.powerFailsIn;
    if (left === null) return;
    this.conditions.powerFailsIn = left === 0 ? null : left - 1;
    if (left === 0) throw new PowerCut();
  }

  private needPaper(): void {
    if (this.conditions.coverOpen) throw new Refusal('EPTR_COVER_OPEN', 3);
    if (!this.conditions.hasPaper) throw new Refusal('EPTR_REC_EMPTY', 2);
  }

  private status(): Record<string, string> {
    const { contents } = this.memory;
    const isOffline = this.conditions.coverOpen || !this.conditions.hasPaper;
    return {
      printerStatus: `${isOffline ? 3 : 0}01${contents.isBegun ? 0 : 1}0`,
      rtDailyOpen: contents.openedAt === null ? '0' : '1',
    };
  }
}

/** A receipt while its elements come. */
class Draft {
  readonly paper: string[] = [];
  kind: Stored['kind'] = 'sale';
  isBegun = false;
  isEnded = false;
  total = 0;
  private paid = 0;
  private readonly before: readonly Stored[];
  private readonly serial: string;

  constructor(before: readonly Stored[], serial: string) {
    this.before = before;
    this.serial = serial;
  }

  take({ name, attributes }: Element): void {
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
        need(attributes.adjustmentType === '0' && off <= this.total && this.paid === 0, 13);
        this.total -= off;
      } else if (name === 'printRecTotal') {
        need(PAYMENT_TYPES.has(attributes.paymentType ?? '') && this.paid < this.total, 13);
        this.paid += cents(attributes.payment);
      } else if (name === 'endFiscalReceipt') {
        need(this.paid >= this.total, 26);
        this.isBegun = false;
        this.isEnded = true;
        this.paper.push(`TOTALE COMPLESSIVO ${amountText(this.total)}`);
        return;
      } else need(name === 'printRecMessage' || name === 'printRecLotteryID', 16);
    }
    this.paper.push(
      [description || message, attributes.unitPrice ?? attributes.payment].filter(Boolean).join(' '),
    );
  }

  private sell({ quantity = '', unitPrice, department = '', description = '' }: Element['attributes']): void {
    need(/^\d{1,6}(?:[.,]\d{1,3})?$/.test(quantity) && DEPARTMENTS.has(department) && this.paid === 0, 13);
    need(description.length <= 38, 13);
    const [whole = '0', part = ''] = quantity.split(/[.,]/);
    const thousandths = BigInt(whole) * 1000n + BigInt(part.padEnd(3, '0'));
    this.total += Number((thousandths * BigInt(cents(unitPrice)) + 500n) / 1000n);
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

function cents(text = ''): number {
  const parts = /^(\d{1,7})[.,](\d\d)$/.exec(text);
  need(parts !== null, 13);
  return Number(parts![1]) * 100 + Number(parts![2]);
}

function amountText(amount: number): string {
  return `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`;
}

function four(n: number): string {
  return String(n).padStart(4, '0');
}

function lastData(document: Stored | undefined, serial: string): string {
  const { total = 0, z = 0, number = 0, time = '0000-00-00T00:00:00' } = document ?? {};
  const day = `${time.slice(8, 10)}${time.slice(5, 7)}${time.slice(2, 4)}`;
  const clock = time.slice(11).replaceAll(':', '');
  const amounts = `${String(total).padStart(9, '0')}${'0'.repeat(9)}`;
  return `01${amounts}${day}${clock}${four(z)}${four(number)}${serial}`.padEnd(LAST_LENGTH);
}

function response(
  success: boolean,
  code: string,
  status: number,
  info: Readonly<Record<string, string>> = {},
): string {
  const texts = Object.entries(info).map(([name, text]) => `<${name}>${text}</${name}>`);
  return (
    '<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<soapenv:Body><response success="${success}" code="${code}" status="${status}"><addInfo>` +
    `<elementList>${Object.keys(info).join(',')}</elementList>${texts.join('')}</addInfo></response></soapenv:Body></soapenv:Envelope>`
  );
}
