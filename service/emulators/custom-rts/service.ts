/**
 * The server's side of the conversation: cashes with their chains. A document must be the next
 * one, be signed over the one before it, and say what the cash has taken in so far.
 */
import { createHash, createHmac } from 'node:crypto';
import { localTime, type Clock } from '../../clock.ts';
import type { Stored } from '../it-printer/memory.ts';

/** A cash with its chain. */
interface Cash {
  key: Buffer;
  isOpen: boolean;
  closed: number;
  number: number;
  token: string;
  grandTotal: number;
}

/** How many documents fit into its memory. */
const CAPACITY = 100_000;

/** A refusal with its number. */
class Refusal extends Error {
  readonly code: number;
  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** A server. */
export class EmulatedRtServer {
  /** Documents of all cashes, oldest first. */
  readonly documents: (Stored & { cash: string })[] = [];
  /** The memory takes no more. */
  isFull = false;
  serial: string;
  private cashes = new Map<string, Cash>();
  private readonly clock: Clock;

  constructor(serial: string, clock: Clock) {
    this.serial = serial;
    this.clock = clock;
  }

  /** Another server stands in its place. */
  exchange(serial: string): void {
    this.serial = serial;
    this.cashes = new Map();
    this.documents.length = 0;
  }

  /** @param name of the request, such as `getDailyStatus`; @param user the cash that asks */
  answer(name: string, user: string, body: Buffer | null): Values {
    try {
      return { responseCode: 0, responseDesc: 'OK', ...this.carryOut(name, user, readJson(body)) };
    } catch (error) {
      if (error instanceof Refusal) return { responseCode: error.code, responseDesc: error.message };
      throw error;
    }
  }

  private carryOut(name: string, user: string, message: Values): Values {
    const data = isValues(message.data) ? message.data : {};
    if (name === 'getDeviceMemStatus') {
      const used = this.isFull ? CAPACITY : this.documents.length;
      return { ej_capacity: CAPACITY, ej_used: used, ej_available: CAPACITY - used };
    }
    if (name.startsWith('insertFiscalDocument')) return this.insert(name, user, message);
    need(data.cashuuid === user, 1101, 'another cash');
    const cash = this.cash(user);
    switch (name) {
      case 'getDailyStatus':
        return this.status(user);
      case 'getDailyOpen':
        need(!cash.isOpen, 1102, 'the day is open');
        Object.assign(cash, { isOpen: true, number: 0, grandTotal: 0, token: this.beginning(user) });
        return this.status(user);
      case 'insertZDocument':
        need(cash.isOpen && data.znum === cash.closed + 1, 1103, 'not the day that is open');
        need(data.amount === String(cash.grandTotal), 1206, 'amount');
        Object.assign(cash, { isOpen: false, closed: cash.closed + 1 });
        return {};
      default:
        throw new Refusal(1001, 'unknown');
    }
  }

  private insert(name: string, user: string, { fiscalData, qrData }: Values): Values {
    need(typeof fiscalData === 'string' && isValues(qrData), 1201, 'fiscalData');
    const { document, items, taxs } = readJson(Buffer.from(fiscalData as string));
    need(isValues(document) && Array.isArray(items) && Array.isArray(taxs), 1202, 'document');
    const told = document as Values;
    const cash = this.cash(user);
    need(told.cashuuid === user && cash.isOpen, 1203, 'the day is not open');
    need(!this.isFull, 1300, 'the memory is full');
    need(told.docnumber === cash.number + 1 && told.docznumber === cash.closed + 1, 1204, 'number');
    need(told.prevSignature === cash.token && told.grandTotal === cash.grandTotal, 1205, 'chain');
    const { amount, doctype, dtime } = told as { amount: number; doctype: number; dtime: string };
    need(Number.isSafeInteger(amount) && amount >= 0, 1206, 'amount');
    need(sumOf(items as Values[], ['1', '7', '8']) === amount, 1206, 'items');
    need((taxs as { gross: number }[]).reduce((sum, { gross }) => sum + gross, 0) === amount, 1206, 'taxs');
    need(sumOf(items as Values[], ['5']) >= amount, 1206, 'payments');
    const isLottery = name === 'insertFiscalDocumentLottery';
    need(isLottery === (typeof told.lottery_client_code === 'string'), 1207, 'lottery');
    const kind = ({ 1: 'sale', 3: 'return', 5: 'void' } as const)[doctype as 1 | 3 | 5];
    need(kind !== undefined && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(dtime), 1206, 'document');
    this.refer(told, kind, user);
    const sha = createHash('sha256')
      .update(fiscalData as string)
      .digest('base64');
    const signature = createHmac('sha256', cash.key).update(sha).digest('base64');
    const seal = qrData as Values;
    need(seal.shaMetadata === sha && seal.signature === signature, 1208, 'signature');
    const paper = (items as { description: string; amount: string }[]).map(
      (one) => `${one.description} ${one.amount}`,
    );
    const reference = `${kind} ${String(told.referenceClosurenumber)}-${String(told.referenceDocnumber)}`;
    Object.assign(cash, { number: cash.number + 1, token: signature, grandTotal: cash.grandTotal + amount });
    this.documents.push({
      ...{ z: cash.closed + 1, number: cash.number, time: dtime.replace(' ', 'T'), total: amount, kind },
      vat: (taxs as { tax: number }[]).reduce((sum, { tax }) => sum + tax, 0),
      paper: [...(kind === 'sale' ? [] : [reference]), ...paper],
      cash: user,
    });
    return { fiscalDocId: this.documents.length };
  }

  /** Originals of the same cash are found and not annulled twice; those of others are believed. */
  private refer(told: Values, kind: Stored['kind'], user: string): void {
    if (kind === 'sale' || told.referenceCashuuid !== user) return;
    const [z, number] = [told.referenceClosurenumber, told.referenceDocnumber];
    const original = this.documents.find((one) => one.cash === user && one.z === z && one.number === number);
    need(original?.kind === 'sale', 1201, 'original');
    need(told.referenceDtime === `${original!.time.slice(0, 10)} 00:00:00`, 1201, 'day of the original');
    const line = `void ${String(z)}-${String(number)}`;
    const isTaken = this.documents.some((one) => one.cash === user && one.paper[0] === line);
    need(kind !== 'void' || !isTaken, 1209, 'taken back before');
  }

  private status(user: string): Values {
    const { key, isOpen, closed, number, token, grandTotal } = this.cash(user);
    return {
      ...{ cashuuid: user, fiscalBoxId: this.serial, cashName: user, cashStatus: isOpen ? '1' : '0' },
      ...{ numberClosure: String(closed), cashLastDocNumber: String(number), cashToken: token },
      ...{ cashHmacKey: key.toString('base64'), grandTotalDB: String(grandTotal) },
      dateTimeServer: localTime(this.clock.now()).replace('T', ' '),
    };
  }

  private cash(user: string): Cash {
    const known = this.cashes.get(user);
    if (known) return known;
    const key = createHash('sha256').update(`${this.serial} ${user}`).digest();
    const fresh = { key, isOpen: false, closed: 0, number: 0, token: '', grandTotal: 0 };
    this.cashes.set(user, fresh);
    return fresh;
  }

  /** What the chain of a day begins with. */
  private beginning(user: string): string {
    return createHash('sha256').update(`${user} ${this.clock.now()}`).digest('base64');
  }
}

function need(isRight: boolean, code: number, text: string): void {
  if (!isRight) throw new Refusal(code, text);
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(body: Buffer | null): Values {
  try {
    const read: unknown = JSON.parse((body ?? Buffer.alloc(0)).toString('utf8'));
    if (isValues(read)) return read;
  } catch {
    // Answered below.
  }
  throw new Refusal(1000, 'no message');
}

/** Sum of lines of some types. */
function sumOf(items: readonly Values[], types: readonly string[]): number {
  return items
    .filter(({ type }) => types.includes(String(type)))
    .reduce((sum, { amount }) => sum + Number(amount), 0);
}
