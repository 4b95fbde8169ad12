/** Log messages of TSEs (BSI TR-03151, TR-03153): the bytes that are signed, and the files that exports have. */
import { integerContent, oidContent, tlv } from './der.ts';

/** Messages about a transaction. */
export type Operation = 'StartTransaction' | 'UpdateTransaction' | 'FinishTransaction';

/** What all messages say about who signs. */
export interface SignedBy {
  /** 64 hex digits. */
  serial: string;
  /** As in the QR code: `ecdsa-plain-SHA256`. */
  algorithm: string;
  /** Signature counter. */
  counter: number;
  /** Log time, whole seconds since 1970. */
  seconds: number;
}

/** A message about a transaction. */
export interface TransactionMessage extends SignedBy {
  operation: Operation;
  client: string;
  processType: string;
  processData: string | Uint8Array;
  transaction: number;
  /** How the log time is written; seconds since 1970 unless told otherwise. */
  timeFormat?: LogTimeFormat;
}

/** A message about the TSE itself. */
export interface SystemMessage extends SignedBy {
  /** Name of the event, e.g. `registerClient`. */
  event: string;
  /** Elements with what it is about, e.g. `81 len <client>`. */
  data: Uint8Array;
  timeFormat?: LogTimeFormat;
}

/** How log times are written: INTEGER, UTCTime or GeneralizedTime. */
export type LogTimeFormat = 'unixTime' | 'utcTime' | 'utcTimeWithSeconds' | 'generalizedTime';

const TRANSACTION_LOG = '0.4.0.127.0.7.3.7.1.1';
const SYSTEM_LOG = '0.4.0.127.0.7.3.7.1.2';
const VERSION = 2;
/** Object identifiers of algorithms by their names in QR codes. */
export const ALGORITHMS: Readonly<Record<string, string>> = {
  'ecdsa-plain-SHA224': '0.4.0.127.0.7.1.1.4.1.2',
  'ecdsa-plain-SHA256': '0.4.0.127.0.7.1.1.4.1.3',
  'ecdsa-plain-SHA384': '0.4.0.127.0.7.1.1.4.1.4',
  'ecdsa-plain-SHA512': '0.4.0.127.0.7.1.1.4.1.5',
  'ecdsa-plain-SHA3-224': '0.4.0.127.0.7.1.1.4.1.8',
  'ecdsa-plain-SHA3-256': '0.4.0.127.0.7.1.1.4.1.9',
  'ecdsa-plain-SHA3-384': '0.4.0.127.0.7.1.1.4.1.10',
  'ecdsa-plain-SHA3-512': '0.4.0.127.0.7.1.1.4.1.11',
};

const TAG = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  operation: 0x80,
  client: 0x81,
  data: 0x82,
  type: 0x83,
  transaction: 0x85,
} as const;

/** The bytes of a message about a transaction that are signed. */
export function signedTransaction(message: TransactionMessage): Buffer {
  const { operation, client, processType, processData, transaction } = message;
  return Buffer.concat([
    ...head(TRANSACTION_LOG),
    tlv(TAG.operation, Buffer.from(operation, 'latin1')),
    tlv(TAG.client, Buffer.from(client, 'latin1')),
    tlv(TAG.data, Buffer.from(processData as string)),
    tlv(TAG.type, Buffer.from(processType)),
    tlv(TAG.transaction, integerContent(transaction)),
    ...tail(message),
  ]);
}

/** The bytes of a message about the TSE itself that are signed. */
export function signedSystem(message: SystemMessage): Buffer {
  return Buffer.concat([
    ...head(SYSTEM_LOG),
    tlv(TAG.operation, Buffer.from(message.event, 'latin1')),
    tlv(TAG.client, message.data),
    ...tail(message),
  ]);
}

/** The log file: the signed bytes with their signature (plain R|S). */
export function logFile(signed: Uint8Array, signature: Uint8Array): Buffer {
  return tlv(TAG.sequence, Buffer.concat([signed, tlv(TAG.octets, signature)]));
}

/** Element of the data of a system message: `81` is the first. */
export function systemValue(at: number, content: Uint8Array): Buffer {
  return tlv(0x81 + at, content);
}

/** Name of the file of a message about a transaction. */
export function transactionFile(message: TransactionMessage): string {
  const { operation, client, transaction, counter } = message;
  const step = operation.replace('Transaction', '');
  return `${timeName(message)}_Sig-${counter}_Log-Tra_No-${transaction}_${step}_Client-${client}.log`;
}

/** Name of the file of a message about the TSE itself. */
export function systemFile(message: SystemMessage): string {
  return `${timeName(message)}_Sig-${message.counter}_Log-Sys_${message.event}.log`;
}

function head(type: string): Buffer[] {
  return [tlv(TAG.integer, integerContent(VERSION)), tlv(TAG.oid, oidContent(type))];
}

function tail({
  serial,
  algorithm,
  counter,
  seconds,
  timeFormat,
}: SignedBy & { timeFormat?: LogTimeFormat }) {
  const oid = Object.hasOwn(ALGORITHMS, algorithm) ? ALGORITHMS[algorithm] : undefined;
  if (oid === undefined) throw new RangeError(`${algorithm} is no algorithm of TSEs`);
  return [
    tlv(TAG.octets, Buffer.from(serial, 'hex')),
    tlv(TAG.sequence, tlv(TAG.oid, oidContent(oid))),
    tlv(TAG.integer, integerContent(counter)),
    timeElement(seconds, timeFormat),
  ];
}

function timeElement(seconds: number, format: LogTimeFormat = 'unixTime'): Buffer {
  if (format === 'unixTime') return tlv(TAG.integer, integerContent(seconds));
  const tag = format === 'generalizedTime' ? TAG.generalizedTime : TAG.utcTime;
  return tlv(tag, Buffer.from(timeText(seconds, format)));
}

/** `YYMMDDhhmmssZ` or `YYYYMMDDhhmmssZ`. */
function timeText(seconds: number, format: LogTimeFormat): string {
  const digits = new Date(seconds * 1000).toISOString().replace(/\D/g, '').slice(0, 14);
  if (format === 'generalizedTime') return `${digits}Z`;
  return `${digits.slice(2)}Z`;
}

function timeName({ seconds, timeFormat = 'unixTime' }: SignedBy & { timeFormat?: LogTimeFormat }): string {
  if (timeFormat === 'unixTime') return `Unixt_${seconds}`;
  return `${timeFormat === 'generalizedTime' ? 'Gent' : 'Utc'}_${timeText(seconds, timeFormat)}`;
}
