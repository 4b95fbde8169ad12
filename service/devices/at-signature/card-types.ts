/**
 * The signature cards that can be used: A-Trust's "a.sign RK CHIP" in its three
 * generations. Answers to reset, ids of applications and files, PIN references
 * and the order of commands are those of A-Trust's published samples.
 *
 * Certain: that a PIN is verified before each signature, and that the cards are
 * delivered with PIN 123456. Not certain: cards of other providers (GlobalTrust,
 * PrimeSign), whose commands are not public; they are left alone.
 */
import {
  computeSignature,
  putHash,
  selectApplication,
  selectFile,
  setSignatureTemplate,
  type Command,
} from './apdu.ts';

/** How a generation of cards is talked to. */
export interface CardType {
  name: string;
  /** Provider of its certificates. */
  zda: string;
  /** Proves that the card is one of these: each of these applications must be there. */
  applications: readonly Command[];
  /** Way to the directory with key and certificate. */
  enter: readonly Command[];
  /** In that directory. */
  certificateFile: Command;
  /** Behind {@link enter}, before the PIN. */
  prepare: readonly Command[];
  pinReference: number;
  /** A PIN of digits as this card wants it. */
  pinBlock: (pin: string) => Buffer;
  /** Signs a SHA-256 hash; the last command gives the signature. */
  sign: (hash: Buffer) => readonly Command[];
}

/** A card that was recognised. */
export interface KnownCard {
  type: CardType;
  /** What the operator should know about it: a code. */
  remark?: string;
}

/** PIN of the cards as they are delivered. */
export const DELIVERED_PIN = '123456';

/** What a PIN may look like. */
export const PIN = /^\d{4,8}$/;

const MASTER_FILE = 0x3f00;
const PIN_BLOCK_BYTES = 8;
const A_TRUST = 'AT1';

const ACOS_04: CardType = {
  name: 'ACOS 04',
  zda: A_TRUST,
  applications: [
    selectApplication(Buffer.from('a000000118454e', 'hex')),
    selectApplication(Buffer.from('a0000001184543', 'hex')),
  ],
  enter: [selectFile(MASTER_FILE), selectFile(0xdf70)],
  certificateFile: selectFile(0xc002),
  // Key 0x88, ECDSA.
  prepare: [setSignatureTemplate(Buffer.from('840188800144', 'hex'))],
  pinReference: 0x81,
  pinBlock: asciiBlock,
  sign: (hash) => [putHash(hash), computeSignature()],
};

const CARDOS_53: CardType = {
  name: 'CardOS 5.3',
  zda: A_TRUST,
  applications: [selectApplication(Buffer.from('d0400000220001', 'hex'))],
  enter: [selectFile(MASTER_FILE), selectFile(0xdf01)],
  certificateFile: selectFile(0xc000),
  prepare: [],
  pinReference: 0x81,
  pinBlock: format2Block,
  sign: (hash) => [computeSignature(hash)],
};

const ACOS_ID: CardType = { ...CARDOS_53, name: 'ACOS-ID', pinReference: 0x8a };

/** A-Trust says that these cards must not be used since June 2025, but for transitional rules. */
const OUTDATED = 'outdated';

/** Beginnings of answers to reset, hex. */
const KNOWN: readonly (KnownCard & { atr: string })[] = [
  { type: ACOS_04, atr: '3bbf11008131fe45455041' },
  { type: ACOS_04, atr: '3bbf13008131fe45455041' },
  { type: ACOS_04, atr: '3bbf11008131fe454d4341' },
  { type: CARDOS_53, atr: '3bdf18008131fe588031905241016405c903ac73b7b1d444' },
  { type: CARDOS_53, atr: '3bdf18008131fe588031b05202046405c903ac73b7b1d422' },
  // ACOS-ID 2.1 (cold and warm), 3 and 4.1, then cards for tests.
  { type: ACOS_ID, atr: '3bdf96ff910131fe4680319052410264050200ac73d622c017', remark: OUTDATED },
  { type: ACOS_ID, atr: '3bdf18ff910131fe4680319052410264050200ac73d622c099', remark: OUTDATED },
  { type: ACOS_ID, atr: '3bdf97008131fe4680319052410364050201ac73d622c0f8', remark: OUTDATED },
  { type: ACOS_ID, atr: '3bdf97008131fe4680319052410464050401ac73d622c0f9' },
  { type: ACOS_ID, atr: '3bdf97008131fe468031905241026405c903ac73d622c030' },
  { type: ACOS_ID, atr: '3bdf96ff918131fe468031905241026405c903ac73d622c05f' },
  { type: ACOS_ID, atr: '3bdf18ff918131fe468031905241026405c903ac73d622c0d1' },
];

/** What card an answer to reset belongs to; null when it is none of these. */
export function cardOf(atr: Uint8Array | null): KnownCard | null {
  const hex = Buffer.from(atr ?? []).toString('hex');
  return KNOWN.find((known) => hex.startsWith(known.atr)) ?? null;
}

/** Digits in ASCII, filled up with zero bytes. */
function asciiBlock(pin: string): Buffer {
  const block = Buffer.alloc(PIN_BLOCK_BYTES);
  block.write(pin, 'ascii');
  return block;
}

/** ISO 9564 format 2: a nibble 2, the length, the digits, filled up with F. */
function format2Block(pin: string): Buffer {
  return Buffer.from(`2${pin.length.toString(16)}${pin}`.padEnd(2 * PIN_BLOCK_BYTES, 'f'), 'hex');
}
