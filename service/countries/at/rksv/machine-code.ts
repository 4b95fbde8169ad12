/**
 * The machine-readable code of an Austrian receipt (RKSV § 10, Anlage Z 4, 5 and
 * 12): twelve fields that are signed, here called the payload. The thirteenth
 * field, the signature, is added in `jws.ts` and `printed.ts`.
 *
 * Payload: `_R1-AT1_<Kassen-ID>_<Belegnummer>_<time>_<five gross sums>_<turnover
 * counter>_<certificate>_<chain value>`.
 */
import { amountText } from '../../../receipt/money.ts';
import { isDateTime } from '../../../receipt/time.ts';
import { fromBase64 } from './encodings.ts';
import { faulty, type CodeFault, type Parsed } from './parsed.ts';

/** The five sums by tax rate, in the order of the code. */
export const SET_NAMES = ['normal', 'reduced1', 'reduced2', 'zero', 'special'] as const;
/** Betrag-Satz-Normal, -Ermaessigt-1, -Ermaessigt-2, -Null, -Besonders. */
export type SetName = (typeof SET_NAMES)[number];
/** Gross sums of a receipt, in cents. */
export type TaxSets = Readonly<Record<SetName, number>>;

/** The sums of a zero receipt: start, monthly, annual, closing and collective receipts. */
export const NO_TURNOVER: TaxSets = { normal: 0, reduced1: 0, reduced2: 0, zero: 0, special: 0 };

/** Field 10 of a training receipt: base64 of `TRA`. */
export const TRAINING_MARK = 'VFJB';
/** Field 10 of a void receipt: base64 of `STO`. */
export const VOID_MARK = 'U1RP';

/** Provider of a closed system, whose key belongs to the company itself (RKSV § 20). */
export const CLOSED_SYSTEM = 'AT0';

/** Fields 1 to 12. */
export interface MachineCode {
  /** Trust service provider, e.g. `AT1`; {@link CLOSED_SYSTEM} for closed systems. Field 1 is `R1-` and this. */
  provider: string;
  /** Kassen-ID. */
  registerId: string;
  /** Belegnummer; never used twice by a register. */
  receiptNumber: string;
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  sets: TaxSets;
  /** The encrypted counter (base64 of 5 to 8 bytes), {@link TRAINING_MARK} or {@link VOID_MARK}. */
  counter: string;
  /** Serial number of the certificate, hexadecimal; closed systems: `U:ATU12345678-K1`. */
  certificate: string;
  /** Chain value over the receipt before: base64 of 8 bytes. */
  previous: string;
}

/** What field 10 says about a receipt. */
export type ReceiptKind = 'standard' | 'training' | 'void';

/** The official checks take codes of this many characters, the signature included. */
const CODE_LENGTH = { min: 100, max: 1000 };
const SUITE = 'R1-';
const PROVIDER = /^(?:AT0|[A-Z]{2}[1-9]\d{0,2})$/;
/** At most 13 digits before the comma, so that cents stay exact integers. */
const AMOUNT = /^(-?)(0|[1-9]\d{0,12}),(\d\d)$/;
const HEX_SERIAL = /^[0-9a-fA-F]{1,50}$/;
/** UID, tax number or GLN of the company, then the name of its key. */
const COMPANY_KEY = /^[USG]:[^-]+-.+$/;
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Standard, training or void. */
export function kindOf({ counter }: Pick<MachineCode, 'counter'>): ReceiptKind {
  if (counter === TRAINING_MARK) return 'training';
  return counter === VOID_MARK ? 'void' : 'standard';
}

/** What a receipt adds to the turnover counter, in cents: its five sums; nothing for training. */
export function turnoverOf(code: Pick<MachineCode, 'counter' | 'sets'>): bigint {
  if (kindOf(code) === 'training') return 0n;
  return SET_NAMES.reduce((sum, name) => sum + BigInt(code.sets[name]), 0n);
}

/** True for a code of the length that the official checks take. */
export function hasCodeLength(code: string): boolean {
  return code.length >= CODE_LENGTH.min && code.length <= CODE_LENGTH.max;
}

/**
 * True for a text that may stand in the code as Kassen-ID or Belegnummer: not
 * empty, without `_`, which separates the fields, and without control characters.
 */
export function isCodeText(text: string): boolean {
  return text !== '' && !text.includes('_') && !UNPRINTABLE.test(text);
}

/**
 * Writes the payload.
 * @throws RangeError for values that no receipt may have: a defect of the caller, and nothing to sign
 */
export function buildPayload(code: MachineCode): string {
  const payload = [
    '',
    SUITE + code.provider,
    code.registerId,
    code.receiptNumber,
    code.time,
    ...SET_NAMES.map((name) => setText(code.sets[name])),
    code.counter,
    code.certificate,
    code.previous,
  ].join('_');
  const parsed = parsePayload(payload);
  if ('fault' in parsed) throw new RangeError(`field ${parsed.fault.field ?? '-'}: ${parsed.fault.text}`);
  return payload;
}

/** Reads a payload: each field strictly, as the law writes it. */
export function parsePayload(payload: string): Parsed<MachineCode> {
  if (payload.length > CODE_LENGTH.max) return faulty(null, 'the code is too long');
  const [start, suite, ...fields] = payload.split('_');
  if (start !== '' || suite === undefined) return faulty(null, 'the code does not begin with _');
  if (fields.length !== 11) return faulty(null, `the code has ${fields.length + 1} fields, not 12`);
  const [registerId, receiptNumber, time, n, r1, r2, z, s, counter, certificate, previous] = fields as [
    ...[string, string, string, string, string, string, string, string, string, string, string],
  ];
  const provider = suite.slice(SUITE.length);
  const fault =
    (suite.startsWith(SUITE) && PROVIDER.test(provider) ? null : wrong(1, 'is not R1- and a provider')) ??
    (isCodeText(registerId) ? null : wrong(2, 'the Kassen-ID is empty or has control characters')) ??
    (isCodeText(receiptNumber) ? null : wrong(3, 'the Belegnummer is empty or has control characters')) ??
    (isDateTime(time) ? null : wrong(4, 'is not an existing time YYYY-MM-DDThh:mm:ss')) ??
    counterFault(counter) ??
    certificateFault(certificate, provider) ??
    (fromBase64(previous)?.length === 8 ? null : wrong(12, 'is not the base64 text of 8 bytes'));
  if (fault) return { fault };
  const cents = [n, r1, r2, z, s].map(readSet);
  const bad = cents.indexOf(null);
  if (bad >= 0) return faulty(5 + bad, 'is not an amount such as -12,30');
  const [normal, reduced1, reduced2, zero, special] = cents as [number, number, number, number, number];
  const sets = { normal, reduced1, reduced2, zero, special };
  return {
    value: { provider, registerId, receiptNumber, time, sets, counter, certificate, previous },
  };
}

function setText(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError('an amount is no whole number of cents');
  return amountText(cents, 2).replace('.', ',');
}

function readSet(text: string): number | null {
  const m = AMOUNT.exec(text);
  if (!m) return null;
  const cents = Number(m[2]! + m[3]!);
  if (m[1] === '') return cents;
  // Zero has no sign.
  return cents === 0 ? null : -cents;
}

function counterFault(counter: string): CodeFault | null {
  if (counter === TRAINING_MARK || counter === VOID_MARK) return null;
  const length = fromBase64(counter)?.length ?? 0;
  return length >= 5 && length <= 8 ? null : wrong(10, 'is not the base64 text of 5 to 8 bytes');
}

function certificateFault(certificate: string, provider: string): CodeFault | null {
  if (provider !== CLOSED_SYSTEM) {
    return HEX_SERIAL.test(certificate) ? null : wrong(11, 'is not a hexadecimal serial number');
  }
  const fits = COMPANY_KEY.test(certificate) && isCodeText(certificate);
  return fits ? null : wrong(11, 'is not a company id with the name of a key');
}

function wrong(field: number, text: string): CodeFault {
  return { field, text };
}
