/** Reads what the stick tells: its status block and its answers. Null: it cannot be read. */
import type { Signed, TseIdentity, TseState, TseTrouble } from '../contract.ts';
import { expiryOf, identityOf } from '../identity.ts';
import { BLOCK } from './files.ts';

const LONGEST_DESCRIPTION = 128;
const CLIENT_BYTES = 32;
const SIGNATURE_BYTES = [64, 96];
const SIGNED_HEAD = 64;

/** What its numbers mean. */
const TROUBLES: Readonly<Record<number, TseTrouble>> = {
  0x1002: 'time-not-set',
  0x1004: 'transaction-unknown',
  0x1008: 'transaction-unknown',
  0x1009: 'transaction-limit',
  0x100a: 'certificate-expired',
  0x100e: 'signatures-exhausted',
  0x100f: 'unauthorised',
  0x1010: 'client-limit',
  0x1011: 'client-unknown',
  0x1012: 'not-exported',
  0x1013: 'not-exported',
  0x1014: 'not-exported',
  0x1016: 'export-running',
  0x1017: 'store-full',
  0x1050: 'not-initialised',
  0x1051: 'not-initialised',
  0x1054: 'self-test-due',
  0x1055: 'self-test-due',
  0x10fe: 'disabled',
  0x10ff: 'not-initialised',
  0x1100: 'wrong-pin',
  0x1201: 'blocked-pin',
  0x1202: 'unauthorised',
  0xff00: 'defective',
};

/** The trouble of a number; self tests that failed are 13x0. */
export function troubleOf(code: number): TseTrouble {
  if ((code & 0xff0f) === 0x1300) return 'self-test-failed';
  return TROUBLES[code] ?? 'refused';
}

/** The status block. @param certificates PEM @param now ms since 1970 */
export function statusIn(
  block: Buffer,
  { certificates, clients, now }: { certificates: string; clients: readonly string[] | null; now: number },
): { state: TseState; identity: TseIdentity | null; exportSize: number } | null {
  if (block.length < BLOCK) return null;
  const initialisation = (['uninitialised', 'initialised', 'disabled'] as const)[block[0x1d]!];
  const exportSize = whole(block.readBigUInt64BE(0x48));
  if (!initialisation || exportSize === null) return null;
  const identity = initialisation === 'uninitialised' ? null : identityIn(block, certificates);
  if (initialisation !== 'uninitialised' && !identity) return null;
  const flags = block[0x1c]!;
  const end = whole(block.readBigUInt64BE(0x40));
  const expires = identity && expiryOf(identity);
  const state: TseState = {
    ...{ identity, initialisation, description: descriptionIn(block) },
    ...{ timeSet: (flags & 1) !== 0, selfTestPassed: (flags & 2) !== 0 },
    selfTestDue: now + block.readUInt32BE(0x24) * 1000,
    certificateExpires: expires ?? (end !== null && end > 0 && end < 8.64e12 ? day(end) : null),
    clients,
    mostClients: block.readUInt32BE(0x3c),
    ...{ openTransactions: null, mostOpenTransactions: null },
    signatures: block.readUInt32BE(0x30),
    mostSignatures: block.readUInt32BE(0x34),
    ...{ storeUsed: exportSize, storeSize: block.readUInt32BE(0x18) * BLOCK },
    ...{ signatureCounter: null, lastTransaction: null, blocked: [] },
  };
  return { state, identity, exportSize };
}

/** A signed message: number, serial, log time, counter, signature. @param serial that is expected, hex */
export function signedIn(answer: Buffer, serial: string): Signed | null {
  if (answer.length < SIGNED_HEAD) return null;
  const [transaction, seconds, counter, length] = [0, 40, 48, 56].map((at) =>
    whole(answer.readBigUInt64BE(at)),
  );
  const signature = answer.subarray(SIGNED_HEAD, SIGNED_HEAD + (length ?? 0));
  const isWhole = SIGNATURE_BYTES.includes(length ?? 0) && signature.length === length;
  if (!transaction || !counter || !seconds || seconds > 8.64e12 || !isWhole) return null;
  if (answer.toString('hex', 8, 40) !== serial) return null;
  return { serial, transaction, counter, time: seconds * 1000, signature: signature.toString('base64') };
}

/** Client ids of a page of the list. */
export function clientsIn(answer: Buffer): string[] | null {
  const count = answer[0] ?? 0;
  if (answer.length < 1 + count * CLIENT_BYTES) return null;
  return Array.from({ length: count }, (_, i) =>
    text(answer.subarray(1 + i * CLIENT_BYTES, 1 + (i + 1) * CLIENT_BYTES)),
  );
}

/** Transaction numbers of a page of the list. */
export function numbersIn(answer: Buffer): number[] | null {
  const count = answer[0] ?? 0;
  if (answer.length < 1 + count * 8) return null;
  const numbers = Array.from({ length: count }, (_, i) => whole(answer.readBigUInt64BE(1 + i * 8)));
  return numbers.every((number) => number !== null && number > 0) ? (numbers as number[]) : null;
}

function identityIn(block: Buffer, certificates: string): TseIdentity | null {
  const length = block[0x6a]!;
  const identity = identityOf({
    publicKey: block.toString('base64', 0x6b, 0x6b + length),
    algorithm: length > 65 ? 'ecdsa-plain-SHA384' : 'ecdsa-plain-SHA256',
    timeFormat: 'unixTime',
    certificates: [certificates],
  });
  return identity?.serial === block.toString('hex', 0x100, 0x120) ? identity : null;
}

function descriptionIn(block: Buffer): string {
  const told = text(block.subarray(0x120, 0x120 + LONGEST_DESCRIPTION));
  return ['Swissbit TSE', told.replaceAll(/[^ -~]/g, '')].filter(Boolean).join(', ');
}

/** Up to the first zero. */
function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** Null for what is larger than is counted exactly. */
function whole(value: bigint): number | null {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
}
