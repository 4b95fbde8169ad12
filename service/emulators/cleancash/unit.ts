/** What an emulated CleanCash unit takes, counts and answers: the maker's rules as far as they are known. */
import { createHmac } from 'node:crypto';
import { readText, type Element } from '../xml.ts';

/** A receipt in the memory of the unit. */
export interface Stored {
  register: string;
  company: string;
  number: number;
  /** `yyyyMMddHHmm`. */
  date: string;
  kind: string;
  total: string;
  negative: string;
  vat: string[];
  code: string;
}

/** What may be wrong with it. */
export interface Conditions {
  memoryFull: boolean;
  memoryHigh: boolean;
  busy: boolean;
  fatal: boolean;
  /** Registers that it has licences for. */
  licences: number;
  /** Registers that it takes; null: all. */
  registers: readonly string[] | null;
}

const NAMESPACE = 'http://www.retailinnovation.se/xccsp';
const KINDS = ['normal', 'kopia', 'ovning', 'profo'];
const RATES = ['25,00', '12,00', '6,00', '0,00'];
const AMOUNT = /^-?\d{1,10},\d\d$/;
const FIELDS = ['IsNewSession', 'SerialNo', 'Date', 'ReceiptId', 'PosId', 'OrgNo'];
const SUMS = ['ReceiptTotal', 'NegativeTotal', 'ReceiptType', 'VatList'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CODE_LENGTH = 59;

/** Faults of the protocol. */
export const FAULT = { unknown: 2, invalid: 3, register: 7, licence: 9, memory: 10, line: 99 } as const;

/** A unit. */
export class EmulatedUnit {
  readonly id: string;
  readonly conditions: Conditions = {
    ...{ memoryFull: false, memoryHigh: false, busy: false, fatal: false },
    ...{ licences: 1000, registers: null },
  };
  readonly stored: Stored[] = [];
  /** Messages that came again and were answered as before. */
  repeated = 0;
  private readonly last = new Map<string, { message: string; answer: string; number: number }>();

  /** @param id serial number */
  constructor(id: string) {
    this.id = id;
  }

  /** Another unit is in its place. */
  forget(): void {
    this.stored.length = 0;
    this.last.clear();
  }

  /** Answers a message. */
  answer(body: Buffer): string {
    const message = body.toString('latin1');
    const root = readText(message);
    if (root?.name !== 'request' || root.namespace !== NAMESPACE) return fault(FAULT.invalid);
    const [type, data] = root.children;
    if (type?.name !== 'type' || data?.name !== 'data' || root.children.length !== 2)
      return fault(FAULT.invalid);
    switch (type.text) {
      case 'RegisterReceipt':
        return this.register(message, data);
      case 'RequestStatus':
        return this.status(data);
      default:
        return fault(FAULT.unknown);
    }
  }

  private register(message: string, data: Element): string {
    const receipt = data.children.length === 1 ? receiptOf(data.children[0]!) : null;
    if (!receipt) return fault(FAULT.invalid);
    const { register, company, number } = receipt;
    const known = this.conditions.registers;
    if (known && !known.includes(register)) return fault(FAULT.register);
    const key = `${company}/${register}`;
    const before = this.last.get(key);
    if (before?.message === message) {
      this.repeated += 1;
      return before.answer;
    }
    const { busy, fatal, memoryFull, memoryHigh, licences } = this.conditions;
    if (memoryFull) return fault(FAULT.memory);
    if (busy || fatal) return response('RegisterReceiptResponse', result('', this.id, busy ? 5 : 4, 0));
    if (!before && this.last.size >= licences) return fault(FAULT.licence);
    if (before && number <= before.number) return fault(FAULT.invalid);
    const code = codeOf(message);
    const answer = response('RegisterReceiptResponse', result(code, this.id, 0, memoryHigh ? 1 : 0));
    this.stored.push({ ...receipt, code });
    this.last.set(key, { message, answer, number });
    return answer;
  }

  private status(data: Element): string {
    const [asked] = data.children;
    const names = asked?.children.map(({ name }) => name).join();
    if (asked?.name !== 'StatusRequest' || names !== 'PosId,OrgNo') return fault(FAULT.invalid);
    const { busy, fatal, memoryFull, memoryHigh } = this.conditions;
    const main = fatal ? 4 : busy ? 5 : 0;
    const storage = memoryFull ? 2 : memoryHigh ? 1 : 0;
    return response(
      'StatusResponse',
      `<Status><Id>${this.id}</Id><Firmware>2.0</Firmware><InstalledLicenses>${this.conditions.licences}</InstalledLicenses>` +
        `<MainStatus>${main}</MainStatus><StorageStatus>${storage}</StorageStatus><Type>A</Type></Status>`,
    );
  }
}

function receiptOf(element: Element): Omit<Stored, 'code'> | null {
  if (element.name !== 'Receipt') return null;
  const names = element.children.map(({ name }) => name);
  if (names.join() !== [...FIELDS, ...SUMS].join()) return null;
  const texts: string[] = element.children.map(({ text }) => text);
  const [isNew, serial, date, number, register, company, total, negative, kind] = texts;
  const rates = element.children.at(-1)!.children.map(({ name, children }) => ({
    name,
    values: children.map((each) => `${each.name}=${each.text}`),
  }));
  const isRight =
    isNew === '1' &&
    /^[1-9]\d{0,9}$/.test(serial!) &&
    isTime(date!) &&
    /^[1-9]\d{0,11}$/.test(number!) &&
    /^[^\p{Cc}]{1,16}$/u.test(register!) &&
    /^\d{10}(?:\d\d)?$/.test(company!) &&
    AMOUNT.test(total!) &&
    /^\d{1,10},\d\d$/.test(negative!) &&
    KINDS.includes(kind!) &&
    rates.length === RATES.length &&
    rates.every(
      ({ name, values: [index, rate, amount, ...more] }, i) =>
        name === 'Vat' &&
        index === `Class=${i + 1}` &&
        rate === `Percentage=${RATES[i]}` &&
        AMOUNT.test(amount?.replace('Amount=', '') ?? '') &&
        more.length === 0,
    );
  if (!isRight) return null;
  const vat = rates.map(({ values }) => values[2]!.replace('Amount=', ''));
  return {
    ...{ register: register!, company: company!, number: Number(number), date: date! },
    ...{ kind: kind!, total: total!, negative: negative!, vat },
  };
}

function isTime(date: string): boolean {
  const [, day, hour, minute] = /^(\d{8})(\d\d)(\d\d)$/.exec(date) ?? [];
  if (day === undefined) return false;
  const text = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${hour}:${minute}:00Z`;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 16));
}

/** Looks like a control code; the same for the same message. */
function codeOf(message: string): string {
  let code = '';
  for (let round = 0; code.length < CODE_LENGTH; round++)
    for (const byte of createHmac('sha256', `unit ${round}`).update(message).digest())
      code += LETTERS[byte & 31];
  return code.slice(0, CODE_LENGTH);
}

function result(code: string, unit: string, main: number, storage: number): string {
  return (
    `<RegisterResult><Code>${code}</Code><UnitId>${unit}</UnitId>` +
    `<UnitMainStatus>${main}</UnitMainStatus><UnitStorageStatus>${storage}</UnitStorageStatus></RegisterResult>`
  );
}

/** A fault of the protocol. */
export function fault(code: number): string {
  return response('FaultResponse', `<Fault><FaultCode>${code}</FaultCode></Fault>`);
}

function response(type: string, data: string): string {
  return (
    `<?xml version="1.0" encoding="ISO-8859-1"?><response xmlns="${NAMESPACE}">` +
    `<type>${type}</type><data>${data}</data></response>`
  );
}
