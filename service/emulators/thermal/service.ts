/** The old protocol of Polish printers from the printer's side: frames are held against their check bytes, commands against their order. */
import { Refused, zloty, type Reason } from '../pl-printer/sale.ts';
import type { PolishPrinter } from '../pl-printer/device.ts';
import type { Action, Session } from '../pl-printer/line.ts';

const [ESC, BEGIN, END] = [0x1b, 0x50, 0x5c];
const [DLE, ENQ, CAN, BEL] = [0x10, 0x05, 0x18, 0x07];
const MOST = 2048;

/** Codes of errors by what is wrong. */
const CODES: Readonly<Record<Reason, number>> = {
  ...{ rate: 18, name: 16, price: 19, quantity: 17, 'line-value': 20, 'line-zero': 20, discount: 4 },
  ...{ storno: 22, goods: 11, state: 4, payment: 26, 'not-covered': 33, 'end-zero': 27, 'end-total': 27 },
  ...{ 'end-paid': 26, 'end-change': 33, 'no-transaction': 21, 'in-transaction': 4, 'nothing-open': 29 },
  ...{ closing: 8, 'nothing-sold': 35, clock: 1, memory: 6, date: 7, syntax: 3 },
};
const CHECK_BYTE = 2;
const PARAMETERS = 3;

const PAYMENTS = ['GOTÓWKA', 'KARTA', 'CZEK', 'BON', 'INNA', 'KREDYT'];

/** Mazovia: letters by their bytes. */
const LETTERS: Readonly<Record<number, string>> = {
  ...{ 0x8f: 'Ą', 0x86: 'ą', 0x95: 'Ć', 0x8d: 'ć', 0x90: 'Ę', 0x91: 'ę', 0x9c: 'Ł', 0x92: 'ł', 0xa5: 'Ń' },
  ...{ 0xa4: 'ń', 0xa3: 'Ó', 0xa2: 'ó', 0x98: 'Ś', 0x9e: 'ś', 0xa0: 'Ź', 0xa6: 'ź', 0xa1: 'Ż', 0xa7: 'ż' },
};

class Wrong extends Error {
  readonly code: number;
  constructor(code: number) {
    super(String(code));
    this.code = code;
  }
}

/** What a till says on one connection. */
export class ThermalSession implements Session {
  private held: number[] | null = null;
  private isEscaped = false;
  private readonly service: ThermalService;

  constructor(service: ThermalService) {
    this.service = service;
  }

  receive(bytes: Buffer): Action[] {
    const actions: Action[] = [];
    const urgent = (run: Action['run']) => actions.push({ isLast: false, isUrgent: true, run });
    for (const byte of bytes) {
      if (this.isEscaped) {
        this.isEscaped = false;
        if (byte === BEGIN) this.held = [];
        else if (byte === END && this.held) {
          const data = Buffer.from(this.held);
          this.held = null;
          const isLast = data.includes('$y');
          actions.push({ isLast, isUrgent: false, run: () => this.service.answer(data) });
        }
      } else if (byte === ESC) this.isEscaped = true;
      else if (this.held) {
        if (this.held.length < MOST) this.held.push(byte);
        else this.held = null;
      } else if (byte === DLE) urgent(() => Buffer.of(this.service.mechanism()));
      else if (byte === ENQ) urgent(() => Buffer.of(this.service.lately()));
      else if (byte === CAN || byte === BEL) continue;
    }
    return actions;
  }
}

/** The printer behind all connections. */
export class ThermalService {
  private readonly printer: PolishPrinter;
  private wasCommandGood = true;
  private wasReceiptGood = true;
  /** Errors are told (`3#e`); else commands have no answer. */
  private tells = false;

  constructor(printer: PolishPrinter) {
    this.printer = printer;
  }

  /** Answer to DLE: online, no paper, error. */
  mechanism(): number {
    const { hasPaper, coverOpen } = this.printer.conditions;
    return 0x70 | (hasPaper && !coverOpen ? 4 : 0) | (hasPaper ? 0 : 2) | (coverOpen ? 1 : 0);
  }

  /** Answer to ENQ: fiscal, last command good, in a receipt, last receipt good. */
  lately(): number {
    return 0x68 | (this.wasCommandGood ? 4 : 0) | (this.printer.sale ? 2 : 0) | (this.wasReceiptGood ? 1 : 0);
  }

  /** @param inside between ESC P and ESC \ */
  answer(inside: Buffer): Buffer | null {
    let code = 0;
    try {
      const told = this.carryOut(read(inside));
      this.wasCommandGood = true;
      if (told !== null) return framed(told, true);
    } catch (error) {
      if (error instanceof Refused) code = CODES[error.reason];
      else if (error instanceof Wrong) code = error.code;
      else throw error;
      this.wasCommandGood = false;
    }
    return this.tells ? framed(`${code}#Z`, false) : null;
  }

  private carryOut(data: string): string | null {
    const { printer } = this;
    const [, parameters, name = '', rest = ''] = /^([\d;]*)([$#][a-z])(.*)$/s.exec(data) ?? [];
    const numbers = (parameters ?? '')
      .split(';')
      .filter((text) => text !== '')
      .map(Number);
    switch (name) {
      case '#e':
        this.tells = numbers[0] === 3 || numbers[0] === 1;
        return null;
      case '$e':
        if (!printer.sale) throw new Refused('nothing-open');
        printer.cancel();
        this.wasReceiptGood = false;
        return null;
      case '#s':
        if (numbers[0] !== 23) throw new Wrong(4);
        return this.memory();
      case '$h':
        printer.begin();
        return null;
      case '$l':
        this.line(numbers, rest);
        return null;
      case '$y':
        this.end(numbers, rest);
        this.wasReceiptGood = true;
        return null;
      case '#r': {
        const [, year = 0, month = 0, day = 0] = numbers;
        const two = (n: number) => String(n).padStart(2, '0');
        printer.closeDay(`20${two(year)}-${two(month)}-${two(day)}`);
        return null;
      }
      case '#o': {
        if (numbers.length !== 7) throw new Wrong(PARAMETERS);
        const [from, till] = [numbers.slice(0, 3), numbers.slice(3, 6)].map(
          ([year, ...rest]) => `20${[year, ...rest].map((n) => String(n).padStart(2, '0')).join('-')}`,
        );
        printer.text(['RAPORT FISKALNY OKRESOWY', `OD ${from!} DO ${till!}`]);
        return null;
      }
      case '$d':
        printer.conditions.isDrawerOpen = true;
        return null;
      default:
        throw new Wrong(PARAMETERS);
    }
  }

  private line(numbers: readonly number[], rest: string): void {
    const [line = -1, kind = 0] = numbers;
    const [name = '', quantity = '', last = ''] = rest.split('\r');
    const [letter = '', price = '', gross = '', off = '', end] = last.split('/');
    if (end !== '' || last.split('/').length !== 5) throw new Wrong(PARAMETERS);
    if (name.length > 40) throw new Refused('name');
    this.printer.open().add({
      ...{ name, quantity, slot: 'ABCDEFG'.indexOf(letter || '?') },
      ...{ price: cents(price), value: cents(gross), isStorno: line === 0 },
      ...(kind === 1 && { discount: { name: '', amount: cents(off) } }),
    });
  }

  private end(numbers: readonly number[], rest: string): void {
    const [extra = 0, , , , , , , system = 0, others = 0, hasChange = 0, hasCash = 0, ...types] = numbers;
    if (numbers.length !== 11 + others || extra > 3) throw new Wrong(PARAMETERS);
    const texts = rest.split('\r');
    const amounts = texts.pop()!.split('/');
    if (texts.length !== 2 + system + extra + others || amounts.pop() !== '') throw new Wrong(PARAMETERS);
    if (amounts.length !== 5 + others) throw new Wrong(PARAMETERS);
    const [total, , , cash, ...more] = amounts.map((text) => (text === '0' ? 0 : cents(text)));
    const change = more.pop();
    const sale = this.printer.open();
    types.forEach((type, i) => {
      const name = PAYMENTS[type];
      if (name === undefined) throw new Refused('payment');
      sale.pay(texts[2 + system + extra + i] || name, more[i]!, false);
    });
    if (hasCash === 1) sale.pay('GOTÓWKA', cash!, false);
    if (hasChange === 1) sale.pay('', change!, true);
    else if (sale.paid > sale.total) sale.pay('', sale.paid - sale.total, true);
    sale.end({ total });
    this.printer.finish(texts.slice(2 + system, 2 + system + extra));
  }

  private memory(): string {
    const { contents, rates, sale } = this.printer;
    const percent = rates.map((rate) =>
      rate === undefined ? '101.00' : rate === null ? '100.00' : amount(rate * 100).padStart(5, '0'),
    );
    const status = [0, 1, sale ? 1 : 0, this.wasReceiptGood ? 1 : 0, 0, 0, 26, 11, 20].join(';');
    const totals = contents.totals.map(amount);
    return `1#X${[status, ...percent, contents.completed + contents.cancelled, ...totals, '0.00', contents.serial].join('/')}/`;
  }
}

/** What is in a frame, without its check byte. */
function read(inside: Buffer): string {
  const text = Array.from(inside, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (LETTERS[byte] ?? '?'),
  ).join('');
  // This one is taken without a check byte, too.
  if (text === '23#s') return text;
  const data = inside.subarray(0, -2);
  if (text.slice(-2) !== check(data)) throw new Wrong(CHECK_BYTE);
  return text.slice(0, -2);
}

function check(data: Uint8Array): string {
  let sum = 0xff;
  for (const byte of data) sum ^= byte;
  return sum.toString(16).toUpperCase().padStart(2, '0');
}

function framed(data: string, hasCheck: boolean): Buffer {
  const bytes = Buffer.from(data, 'latin1');
  const sum = hasCheck ? check(bytes) : '';
  return Buffer.concat([Buffer.of(ESC, BEGIN), bytes, Buffer.from(sum), Buffer.of(ESC, END)]);
}

function cents(text: string): number {
  const [, whole, part] = /^(\d{1,9})\.(\d\d)$/.exec(text) ?? [];
  if (part === undefined) throw new Wrong(4);
  return Number(whole) * 100 + Number(part);
}

/** `1234` as `12.34`. */
function amount(grosze: number): string {
  return zloty(grosze).replace(',', '.');
}
