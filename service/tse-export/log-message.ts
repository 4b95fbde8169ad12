/** Log messages of BSI TR-03153 (TR-03151): what a TSE writes and signs of each thing it does. */
import {
  contentOf,
  DerError,
  identifierOf,
  numberOf,
  readElement,
  readElements,
  type Element,
} from './der.ts';

/** Formats of the time, as receipts and DSFinV-K name them. */
export type TimeFormat = 'unixTime' | 'utcTime' | 'generalizedTime';

/** A log message; texts are as they were signed. */
export interface LogMessage {
  kind: 'transaction' | 'system' | 'audit';
  /** `StartTransaction`, `FinishTransaction`, `updateTime`; empty in audit logs. */
  operation: string;
  /** Of a transaction; empty otherwise. */
  clientId: string;
  processType: string;
  processData: Buffer;
  /** Null outside of transactions. */
  transactionNumber: number | null;
  /** SHA-256 of the public key, lower case hex. */
  serial: string;
  /** Object identifier, dotted. */
  algorithm: string;
  counter: number;
  /** Unix time, seconds. */
  time: number;
  timeFormat: TimeFormat;
  /** Bytes that the signature is of. */
  signed: Buffer;
  signature: Buffer;
  /** Not written as DER wants it. */
  isLoose: boolean;
}

/** The bytes are no log message; says why. */
export class LogMessageError extends Error {}

const KINDS: Readonly<Record<string, LogMessage['kind']>> = {
  '0.4.0.127.0.7.3.7.1.1': 'transaction',
  '0.4.0.127.0.7.3.7.1.2': 'system',
  '0.4.0.127.0.7.3.7.1.3': 'audit',
};
const VERSION = 2;
const TAG = { integer: 0x02, octets: 0x04, identifier: 0x06, utc: 0x17, generalized: 0x18, sequence: 0x30 };
const EMPTY = Buffer.alloc(0);
/** End of the year 9999, seconds. */
const LAST_TIME = 253_402_300_799;

/**
 * Reads one.
 * @throws LogMessageError
 */
export function readLogMessage(bytes: Buffer): LogMessage {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof DerError) throw new LogMessageError(error.message);
    throw error;
  }
}

function read(bytes: Buffer): LogMessage {
  const outer = readElement(bytes, 0, bytes.length);
  if (outer.tag !== TAG.sequence || outer.isIndefinite) wrong('it does not begin as a log message');
  if (outer.end !== bytes.length) wrong(`there is something behind its end, byte ${outer.end}`);
  const elements = readElements(bytes, outer.contentStart, outer.contentEnd);
  const queue = new Queue(bytes, elements);
  const version = numberOf(queue.take(TAG.integer, 'version'));
  if (version !== VERSION) wrong(`version ${version} of log messages is not known`);
  const type = identifierOf(queue.take(TAG.identifier, 'kind'));
  const kind = KINDS[type] ?? wrong(`${type} is no kind of log message`);
  const fields = queue.fields();
  const text = (tag: number) => (fields.get(tag) ?? EMPTY).toString('utf8');
  const number = fields.get(5);
  if (kind === 'transaction' && (!fields.has(0) || !fields.has(1) || !number))
    wrong('the operation, the client or the transaction number is missing');
  if (kind === 'system' && !fields.has(0)) wrong('the name of the event is missing');
  const serial = queue.take(TAG.octets, 'serial number');
  const algorithm = queue.algorithm();
  if (kind === 'audit') queue.take(TAG.octets, 'audit data');
  const counter = numberOf(queue.take(TAG.integer, 'signature counter'));
  const { time, timeFormat } = queue.time();
  const { start } = queue.next('signature');
  const signature = queue.take(TAG.octets, 'signature');
  queue.end();
  return {
    ...{ kind, serial: serial.toString('hex'), algorithm, counter, time, timeFormat },
    operation: text(0),
    clientId: kind === 'transaction' ? text(1) : '',
    processData: kind === 'transaction' ? (fields.get(2) ?? EMPTY) : EMPTY,
    processType: kind === 'transaction' ? text(3) : '',
    transactionNumber: kind === 'transaction' && number ? numberOf(number) : null,
    signed: bytes.subarray(outer.contentStart, start),
    signature,
    isLoose: elements.some(({ isIndefinite }) => isIndefinite),
  };
}

function wrong(text: string): never {
  throw new LogMessageError(text);
}

/** Elements in their order. */
class Queue {
  private readonly bytes: Buffer;
  private readonly elements: readonly Element[];
  private at = 0;

  constructor(bytes: Buffer, elements: readonly Element[]) {
    this.bytes = bytes;
    this.elements = elements;
  }

  next(what: string): Element {
    return this.elements[this.at] ?? wrong(`the ${what} is missing`);
  }

  take(tag: number, what: string): Buffer {
    const element = this.next(what);
    if (element.tag !== tag) wrong(`byte ${element.start}: the ${what} is not there`);
    this.at += 1;
    return this.bytes.subarray(element.contentStart, element.contentEnd);
  }

  /** Elements [0] to [6] in their order, by number. */
  fields(): Map<number, Buffer> {
    const fields = new Map<number, Buffer>();
    let last = -1;
    for (;;) {
      const element = this.elements[this.at];
      if (!element || (element.tag & 0xc0) !== 0x80) return fields;
      const number = element.tag & 0x1f;
      if (number <= last || number > 6) wrong(`byte ${element.start}: an element [${number}] out of order`);
      fields.set(number, contentOf(this.bytes, element));
      last = number;
      this.at += 1;
    }
  }

  algorithm(): string {
    const element = this.next('algorithm');
    this.take(TAG.sequence, 'algorithm');
    const first = readElement(this.bytes, element.contentStart, element.contentEnd);
    if (first.tag !== TAG.identifier) wrong('the algorithm has no identifier');
    return identifierOf(contentOf(this.bytes, first));
  }

  time(): Pick<LogMessage, 'time' | 'timeFormat'> {
    const { tag } = this.next('time');
    const content = this.take(tag, 'time');
    if (tag === TAG.integer) {
      const time = numberOf(content);
      return { time: time <= LAST_TIME ? time : wrong('the time is none'), timeFormat: 'unixTime' };
    }
    const timeFormat = tag === TAG.utc ? 'utcTime' : 'generalizedTime';
    const time =
      tag === TAG.utc || tag === TAG.generalized ? secondsOf(content.toString('latin1'), timeFormat) : null;
    return { time: time ?? wrong('the time is none'), timeFormat };
  }

  end(): void {
    if (this.at < this.elements.length) wrong('there is something behind the signature');
  }
}

/** Seconds of `YYMMDDhhmm[ss]Z` or `YYYYMMDDhhmmss[.f]Z`; null when it is no time. */
export function secondsOf(text: string, format: 'utcTime' | 'generalizedTime'): number | null {
  const pattern =
    format === 'utcTime'
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/
      : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d{1,6})?Z$/;
  const [, year, ...rest] = pattern.exec(text) ?? [];
  if (year === undefined) return null;
  const [month, day, hour, minute, second] = rest.map((part) => part ?? '00');
  const century = format === 'utcTime' ? (Number(year) < 50 ? '20' : '19') : '';
  const milliseconds = Date.parse(`${century}${year}-${month!}-${day!}T${hour!}:${minute!}:${second!}Z`);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}
