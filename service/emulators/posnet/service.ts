/** The Posnet protocol from the printer's side: frames are held against their check sums, commands against their order. */
import iconv from 'iconv-lite';
import { zloty, Refused, type Reason } from '../pl-printer/sale.ts';
import type { PolishPrinter } from '../pl-printer/device.ts';
import type { Action, Session } from '../pl-printer/line.ts';

const [STX, ETX] = [0x02, 0x03];
const MOST = 4096;

/** Numbers of errors by what is wrong. */
const ERRORS: Readonly<Record<Reason, number>> = {
  ...{ rate: 2000, name: 2104, price: 2006, quantity: 2007, 'line-value': 2008, 'line-zero': 2009 },
  ...{ discount: 2801, storno: 2852, goods: 2106, state: 2060, payment: 2063, 'not-covered': 2054 },
  ...{ 'end-zero': 2041, 'end-total': 2805, 'end-paid': 2808, 'end-change': 2809 },
  ...{ 'no-transaction': 2005, 'in-transaction': 2038, 'nothing-open': 2064, closing: 383 },
  ...{ 'nothing-sold': 382, clock: 460, memory: 387, date: 2024, syntax: 2063 },
};
/** Errors of frames. */
const [UNKNOWN, MANDATORY, CONVERSION, CHECK_SUM, FIELD, LENGTH, SYNTAX] = [1, 2, 3, 5, 6, 10, 15];

const PAYMENTS: Readonly<Record<string, string>> = {
  ...{ '0': 'GOTÓWKA', '2': 'KARTA', '3': 'CZEK', '4': 'BON', '5': 'KREDYT', '6': 'INNA', '7': 'VOUCHER' },
  '8': 'PRZELEW',
};

/** Longest values of texts. */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ 'trline.na': 80, 'trline.op': 50, 'trline.jm': 4, 'trline.rn': 25, 'trpayment.na': 25 },
  ...{ 'trfvbuyer.na': 256, 'trfvbuyer.ni': 20, 'trfvnumber.nb': 40, 'trfvfreedata.tx': 40 },
  ...{ 'trnipset.ni': 30, 'trftrln.na': 40, 'formtinyline.s1': 51, 'shiftrep.sh': 8 },
};

class FrameError extends Error {
  readonly number: number;
  readonly field: string;
  constructor(number: number, field = '') {
    super(String(number));
    this.number = number;
    this.field = field;
  }
}

/** CRC-16 as the maker writes it, by a table: not the driver's. */
const TABLE = Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }).reduce<number>(
    (crc) => (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff,
    byte << 8,
  ),
);

function checkSum(bytes: Buffer): number {
  return bytes.reduce((crc, byte) => ((crc << 8) & 0xffff) ^ TABLE[(crc >> 8) ^ byte]!, 0);
}

/** What a till says on one connection. */
export class PosnetSession implements Session {
  private held = Buffer.alloc(0);
  private readonly service: PosnetService;

  constructor(service: PosnetService) {
    this.service = service;
  }

  receive(bytes: Buffer): Action[] {
    this.held = Buffer.concat([this.held, bytes]);
    const actions: Action[] = [];
    for (;;) {
      const begin = this.held.indexOf(STX);
      const end = begin < 0 ? -1 : this.held.indexOf(ETX, begin);
      if (end < 0) {
        if (begin < 0 || this.held.length > MOST) this.held = Buffer.alloc(0);
        return actions;
      }
      const inside = this.held.subarray(begin + 1, end);
      this.held = this.held.subarray(end + 1);
      const text = inside.toString('latin1');
      actions.push({
        isLast: text.startsWith('trend\t'),
        isUrgent: text.startsWith('!'),
        run: () => this.service.answer(inside),
      });
    }
  }
}

type Fields = ReadonlyMap<string, string>;

/** The printer behind all connections. */
export class PosnetService {
  private readonly printer: PolishPrinter;
  /** A footer may still come: the receipt is in the memory. */
  private isFooterOpen = false;
  private form: string[] | null = null;

  constructor(printer: PolishPrinter) {
    this.printer = printer;
  }

  /** @param inside between STX and ETX */
  answer(inside: Buffer): Buffer {
    let command = '';
    try {
      const read = parse(inside);
      command = read.command;
      const values = this.carryOut(read.command, read.fields);
      return frame([command, ...Object.entries(values).map(([name, value]) => `${name}${value}`)]);
    } catch (error) {
      if (error instanceof Refused) return frame([command, `?${ERRORS[error.reason]}`]);
      if (!(error instanceof FrameError)) throw error;
      const field = error.field === '' ? [] : [`fd${error.field}`];
      return frame(['ERR', `?${error.number}`, ...(command === '' ? [] : [`cm${command}`]), ...field]);
    }
  }

  private carryOut(name: string, fields: Fields): Record<string, string | number> {
    const { printer } = this;
    const read = new Reader(fields);
    switch (name) {
      case 'trinit':
        read.flag('bm');
        if (this.isFooterOpen) throw new Refused('in-transaction');
        printer.begin();
        return {};
      case 'trline':
        this.line(read);
        return {};
      case 'trnipset':
        printer.open().nip = read.text('ni');
        return {};
      case 'trfvinit':
        if (this.isFooterOpen) throw new Refused('in-transaction');
        printer.begin().invoice = { number: '', buyer: '' };
        return {};
      case 'trfvbuyer':
      case 'trfvnumber':
      case 'trfvfreedata':
        this.invoice(name, read);
        return {};
      case 'trpayment': {
        if (printer.open().invoice) throw new Refused('state');
        const type = PAYMENTS[read.text('ty')];
        if (type === undefined) throw new Refused('payment');
        const isChange = read.flag('re') === true;
        printer.open().pay(read.optional('na') ?? type, read.amount('wa'), isChange);
        return {};
      }
      case 'trend':
        if (printer.open().invoice?.number === '' || printer.open().invoice?.buyer === '')
          throw new Refused('state');
        printer.open().end({
          ...{ total: read.optionalAmount('to'), paid: read.optionalAmount('fp') },
          change: read.optionalAmount('re'),
        });
        this.isFooterOpen = read.flag('fe') === false;
        printer.finish([], this.isFooterOpen);
        return {};
      case 'trftrln':
        if (!this.isFooterOpen) throw new Refused('state');
        read.text('id');
        printer.append(read.text('na'));
        return {};
      case 'trftrend':
        if (!this.isFooterOpen) throw new Refused('state');
        this.isFooterOpen = false;
        printer.release();
        return {};
      case 'prncancel':
        return this.cancel();
      case 'dailyrep':
        printer.closeDay(read.optional('da'));
        return {};
      case 'periodicrepbydates':
        printer.text(['RAPORT FISKALNY OKRESOWY', `OD ${read.text('fd')} DO ${read.text('td')}`]);
        return {};
      case 'shiftrep':
        printer.text(['RAPORT ZMIANOWY', `Zmiana: ${read.text('sh')}`]);
        return {};
      case 'opendrwr':
        printer.conditions.isDrawerOpen = true;
        return {};
      case 'rtcset':
        read.text('da');
        return {};
      case 'formstart':
      case 'formtinyline':
      case 'formcmd':
      case 'formend':
        return this.formed(name, read);
      default:
        return this.told(name);
    }
  }

  private line(read: Reader): void {
    const sale = this.printer.open();
    if (sale.invoice && read.flag('st') === true) throw new Refused('state');
    const slot = read.amount('vt');
    const off = read.optionalAmount('rw');
    sale.add({
      ...{ name: read.text('na'), slot, price: read.amount('pr') },
      quantity: (read.optional('il') ?? '1').replace(',', '.'),
      value: read.optionalAmount('wa'),
      ...(off !== undefined && { discount: { name: read.optional('rn') ?? '', amount: off } }),
      isStorno: read.flag('st') === true,
    });
  }

  /** What stands on an invoice besides its goods. */
  private invoice(name: string, read: Reader): void {
    const { invoice } = this.printer.open();
    if (!invoice) throw new Refused('state');
    if (name === 'trfvfreedata') read.text('tx');
    else if (Number(read.text('sc')) > 2) throw new FrameError(CONVERSION, 'sc');
    else if (name === 'trfvnumber') invoice.number = read.text('nb');
    else invoice.buyer = `${read.text('na')} ${read.optional('ad') ?? ''} NIP ${read.text('ni')}`;
  }

  private cancel(): Record<string, never> {
    if (this.form) this.form = null;
    else if (this.printer.sale) this.printer.cancel();
    else if (this.isFooterOpen) {
      this.isFooterOpen = false;
      this.printer.release();
    } else throw new Refused('nothing-open');
    return {};
  }

  /** Text that is no receipt. */
  private formed(name: string, read: Reader): Record<string, never> {
    const { printer } = this;
    if (printer.sale) throw new Refused('in-transaction');
    read.text('fn');
    if (name === 'formstart') {
      if (this.form) throw new Refused('in-transaction');
      read.text('fh');
      this.form = ['NIEFISKALNY', 'DOKUMENT NIEFISKALNY'];
    } else {
      if (!this.form) throw new Refused('state');
      if (name === 'formtinyline') this.form.push(read.text('s1'));
      else if (name === 'formcmd') this.form.push(read.text('cm') === '1' ? '-'.repeat(40) : '');
      else {
        printer.text([...this.form, 'NIEFISKALNY']);
        this.form = null;
      }
    }
    return {};
  }

  /** Status commands. */
  private told(name: string): Record<string, string | number> {
    const { printer } = this;
    const { contents, conditions } = printer;
    const byRate = (prefix: string, values: readonly (number | string)[]) =>
      Object.fromEntries(values.map((value, slot) => [`${prefix}${'abcdefg'[slot]!}`, value]));
    const nu = contents.serial;
    const none = '2000-01-01;01:00';
    const at = (ms: number | null) => (ms === null ? none : stamp(ms));
    const percent = printer.rates.map((rate) =>
      rate === undefined ? '101,00' : rate === null ? '100,00' : zloty(rate * 100),
    );
    const { sale } = printer;
    switch (name) {
      case 'scomm':
        return {
          ...{ fs: 'T', tz: contents.completed === 0 ? 'T' : 'N', ts: sale ? 17 : 0, hr: 'T', nu, td: 'N' },
        };
      case 'scnt':
        return {
          ...{
            rd: contents.closed,
            hn: contents.printouts,
            bn: contents.completed,
            fn: contents.invoices,
            nu,
          },
          ...{ bc: contents.cancelled, bt: contents.completed + contents.cancelled, fc: 0 },
        };
      case 'stot':
        return {
          ...{
            no: contents.closed + 1,
            ...byRate('f', contents.invoiceTotals),
            fn: 0,
            ...byRate('p', contents.totals),
          },
          ...{ pn: contents.completed, ct: 0, cn: contents.cancelled, cc: 0, ...byRate('v', percent) },
          ...{ ds: at(contents.begun), de: at(contents.begun === null ? null : contents.ended) },
          ...{ ft: 0, fl: 0, nf: 0, bc: 0, le: 0, oe: 0, tf: 0 },
        };
      case 'strns': {
        const { perRate, paid, change } = sale ?? contents.last;
        return {
          ...{ to: sale ? 1 : 0, ts: sale ? 17 : 16, ...byRate('v', perRate), pp: 0, pm: 0 },
          ...{ re: change, fp: paid, fe: this.isFooterOpen ? 1 : 0 },
        };
      }
      case 'sfsk':
        return { fs: 'T', cl: 0, rd: contents.closed, vt: 1, ...byRate('v', percent), rw: none, nu };
      case 'sprn':
        return { pr: conditions.coverOpen ? 3 : conditions.hasPaper ? 0 : 5 };
      case 'sdev':
        return { ds: printer.isWaiting ? 3 : 0, qe: 'T', pe: conditions.isPaperLow ? 'T' : 'N', tl: 0 };
      case 'sdrwr':
        return { ds: conditions.isDrawerOpen ? 0 : 1, ks: 2 };
      case 'rtcget':
        return { da: stamp(printer.now()) };
      default:
        throw new FrameError(UNKNOWN);
    }
  }
}

/** `2026-11-20;16:55`, local. */
function stamp(ms: number): string {
  const date = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())};${two(date.getHours())}:${two(date.getMinutes())}`;
}

function frame(fields: readonly string[]): Buffer {
  const body = iconv.encode(fields.map((field) => `${field}\t`).join(''), 'win1250');
  const sum = checkSum(body).toString(16).padStart(4, '0').toUpperCase();
  return Buffer.concat([Buffer.of(STX), body, Buffer.from(`#${sum}`), Buffer.of(ETX)]);
}

function parse(inside: Buffer): { command: string; fields: Fields } {
  const at = inside.lastIndexOf('#');
  if (at < 0) throw new FrameError(SYNTAX);
  if (parseInt(inside.subarray(at + 1).toString('latin1'), 16) !== checkSum(inside.subarray(0, at)))
    throw new FrameError(CHECK_SUM);
  const parts = iconv.decode(inside.subarray(0, at), 'win1250').split('\t');
  if (parts.pop() !== '') throw new FrameError(SYNTAX);
  const [first = '', ...rest] = parts;
  const command = first.replace(/^!/, '');
  const fields = new Map<string, string>();
  for (const field of rest) {
    if (/^@\d{4}$/.test(field)) continue;
    if (!/^[a-z][a-z\d]/.test(field)) throw new FrameError(FIELD);
    const [name, value] = [field.slice(0, 2), field.slice(2)];
    const most = LENGTHS[`${command}.${name}`];
    if (most !== undefined && value.length > most) throw new FrameError(LENGTH, name);
    fields.set(name, value);
  }
  return { command, fields };
}

/** Fields of a command, each of the kind that it must be. */
class Reader {
  private readonly fields: Fields;

  constructor(fields: Fields) {
    this.fields = fields;
  }

  text(name: string): string {
    const value = this.fields.get(name);
    if (value === undefined || value === '') throw new FrameError(MANDATORY, name);
    return value;
  }

  optional(name: string): string | undefined {
    const value = this.fields.get(name);
    return value === '' ? undefined : value;
  }

  amount(name: string): number {
    const text = this.text(name);
    if (!/^\d{1,12}$/.test(text)) throw new FrameError(CONVERSION, name);
    return Number(text);
  }

  optionalAmount(name: string): number | undefined {
    return this.fields.has(name) ? this.amount(name) : undefined;
  }

  flag(name: string): boolean | undefined {
    const text = this.fields.get(name);
    if (text === undefined) return undefined;
    if (!/^[01TN]$/.test(text)) throw new FrameError(CONVERSION, name);
    return text === '1' || text === 'T';
  }
}
