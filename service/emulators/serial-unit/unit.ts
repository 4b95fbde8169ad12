/** Swedish control units on a serial line in small: what they take, count and answer, as far as it is known. */
import { createHmac } from 'node:crypto';

/** Protocols: CleanCash (CCSP, version 2), and Skattedosan or POSplus. */
export type Protocol = 'ccsp' | 'posplus';

/** A receipt in the memory of the unit. */
export interface Stored {
  register: string;
  company: string;
  number: number;
  kind: string;
  /** Words or fields behind the register and number, as they came. */
  amounts: string;
  code: string;
}

/** What may be wrong with it; all may change while it runs. */
export interface Conditions {
  memoryFull: boolean;
  memoryHigh: boolean;
  busy: boolean;
  fatal: boolean;
  /** The register that it takes; null: any. */
  register: string | null;
  /** Version of the protocol (CCSP). */
  version: number;
}

const ID = { ccsp: 'CC270420000000002', posplus: 'SKD00000012345678' } as const;
const KINDS = ['normal', 'kopia', 'ovning', 'profo'];
const DATE = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d$/;
const AMOUNT = /^-?\d{1,10},\d\d$/;
const RATES = ['25,00', '12,00', '6,00', '0,00'];

interface Asked {
  date: string;
  company: string;
  register: string;
  number: string;
  kind: string;
  amounts: string[];
  vats: string[];
}

/** A unit. */
export class SerialUnit {
  readonly conditions: Conditions = {
    ...{ memoryFull: false, memoryHigh: false, busy: false, fatal: false, register: null, version: 2 },
  };
  readonly stored: Stored[] = [];
  /** Messages that came again and were answered as before. */
  repeated = 0;
  readonly id: string;
  private readonly protocol: Protocol;
  private last: { message: string; answer: string } | null = null;
  private counter = 0;

  constructor(protocol: Protocol) {
    this.protocol = protocol;
    this.id = ID[protocol];
  }

  /** The unit is switched off and on: its session is over, its memory stays. */
  restart(): void {
    this.counter = 0;
  }

  /** Answers a line without its CR and LF. */
  answer(line: string): string {
    return this.protocol === 'ccsp' ? this.ccsp(line) : this.posplus(line);
  }

  private ccsp(line: string): string {
    const checked = line.slice(0, -2);
    const frame = /^#!#([\dA-F]{3})#(.+)#$/s.exec(checked);
    if (!frame || line.length + 1 !== parseInt(frame[1]!, 16) || line.slice(-2) !== xor(checked))
      return ccspFrame('NAK#001');
    const message = frame[2]!;
    const [type, ...fields] = message.split('#');
    const { conditions } = this;
    if (type === 'IQ') return ccspFrame(`IR#${this.id}#${conditions.version}#1.07`);
    if (type === 'SIQ')
      return ccspFrame(`SIR#${conditions.fatal ? 4 : conditions.busy ? 5 : conditions.memoryHigh ? 1 : 0}#0`);
    if (type !== 'RR') return ccspFrame('NAK#002');
    if (this.last?.message === message) {
      this.repeated++;
      return this.last.answer;
    }
    const [counter, date, number, register, company, total, negative, kind, ...vats] = fields;
    if (fields.length !== 12) return ccspFrame('NAK#003');
    if (counter !== '1' && Number(counter) !== this.counter + 1) return ccspFrame('NAK#011');
    const asked = {
      ...{ date: date!, company: company!, register: register!, number: number!, kind: kind! },
      ...{ amounts: [total!, negative!], vats },
    };
    if (!isWell(asked) || negative!.startsWith('-')) return ccspFrame('NAK#003');
    if (conditions.register !== null && conditions.register !== register) return ccspFrame('NAK#007');
    if (conditions.memoryFull) return ccspFrame('NAK#010');
    const code = this.store(asked);
    if (code === null) return ccspFrame('NAK#004');
    this.counter = Number(counter);
    const answer = ccspFrame(`RR#${code}#${this.id}#0#${conditions.memoryHigh ? 1 : 0}`);
    this.last = { message, answer };
    return answer;
  }

  private posplus(line: string): string {
    const [, checked, check] = /^(.* )(0x[\dA-F]{4})$/s.exec(line) ?? [];
    if (checked === undefined || check !== crc(checked)) return posplusLine('-2');
    const [command, ...words] = checked.trim().split(' ');
    if (command === 'ver') return posplusLine(`0 SKD 2.1 2009 A ${this.id}`);
    if (command !== 'kd') return posplusLine('-3');
    if (this.last?.message === checked) {
      this.repeated++;
      return this.last.answer;
    }
    if (words.length !== 11) return posplusLine('1');
    const [date, company, register, number, kind, back, sold, ...vats] = words as [
      ...[string, string, string, string, string, string, string],
      ...string[],
    ];
    const { conditions } = this;
    const asked = { date, company, register, number, kind, amounts: [back, sold], vats };
    if (!isWell(asked)) return posplusLine('9');
    if (conditions.register !== null && conditions.register !== register) return posplusLine('4');
    if (conditions.memoryFull) return posplusLine('24');
    // It has no word for being busy.
    if (conditions.busy || conditions.fatal) return posplusLine('20');
    const code = this.store(asked);
    if (code === null) return posplusLine('5');
    const answer = posplusLine(`0 ${code}`);
    this.last = { message: checked, answer };
    return answer;
  }

  /** The control code; null where the number was given before. */
  private store({ company, register, number, kind, amounts, vats }: Asked): string | null {
    const isGiven = this.stored.some((each) => each.register === register && each.number === Number(number));
    if (isGiven) return null;
    const text = [company, register, number, kind, ...amounts, ...vats].join(' ');
    const code = createHmac('sha256', this.id).update(text).digest('hex').toUpperCase().slice(0, 59);
    const all = [...amounts, ...vats].join(' ');
    this.stored.push({ register, company, number: Number(number), kind, amounts: all, code });
    return code;
  }
}

function isWell({ date, company, register, number, kind, amounts, vats }: Asked): boolean {
  const areVats = vats.every((vat, i) => {
    const [rate, amount = ''] = vat.split(';');
    return rate === RATES[i] && AMOUNT.test(amount);
  });
  const isNumber = /^[1-9]\d{0,11}$/.test(number) && /^\d{10}(?:\d\d)?$/.test(company);
  const isKind = KINDS.includes(kind) && register.length >= 1 && register.length <= 16;
  return DATE.test(date) && isNumber && isKind && amounts.every((each) => AMOUNT.test(each)) && areVats;
}

function xor(text: string): string {
  const check = [...Buffer.from(text, 'latin1')].reduce((all, byte) => all ^ byte, 0);
  return check.toString(16).toUpperCase().padStart(2, '0');
}

/** A frame of CCSP: its length counts from the first # to the CR. */
function ccspFrame(message: string): string {
  const length = ('#!#000#'.length + message.length + 1 + 2 + 1).toString(16).toUpperCase().padStart(3, '0');
  const checked = `#!#${length}#${message}#`;
  return `${checked}${xor(checked)}\r`;
}

/** CRC of XMODEM, from a table. */
const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte * 256;
  for (let bit = 0; bit < 8; bit++) value = value >= 0x8000 ? ((value * 2) ^ 0x1021) % 0x10000 : value * 2;
  return value;
});

function crc(text: string): string {
  const value = [...Buffer.from(text, 'latin1')].reduce(
    (all, byte) => ((all * 256) % 0x10000) ^ TABLE[(all >> 8) ^ byte]!,
    0,
  );
  return `0x${value.toString(16).toUpperCase().padStart(4, '0')}`;
}

function posplusLine(text: string): string {
  return `${text} ${crc(`${text} `)}\r`;
}
