/**
 * How key files make keys of passwords: PBKDF2 (RFC 8018) and the function of
 * PKCS#12 (RFC 7292, appendix B). The file says how often the password is hashed,
 * so that all of it comes out of one {@link Work}.
 */
import { hash, pbkdf2 } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AsnConvert, type OctetString } from '@peculiar/asn1-schema';
import type { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { Pbkdf2Params } from './pkcs12-shapes.ts';

/** A file that cannot be read; the message says in English why, and what helps. */
export class Unreadable extends Error {}

/** A password as the two functions take it. */
export interface Password {
  utf8: Buffer;
  /** UTF-16, big-endian, with two zero bytes at its end. */
  bmp: Buffer;
}

/** A hash function with its sizes in bytes. */
export interface Digest {
  name: string;
  bytes: number;
  block: number;
}

/** Hash iterations of one file. Firefox asks for 600,000 three times, most others for 2,000 to 10,000. */
const MOST_ITERATIONS = 2_000_000;
/** Then the event loop gets its turn: about ten milliseconds. */
const ITERATIONS_IN_A_ROW = 10_000;
const PBKDF2 = '1.2.840.113549.1.5.12';
const SHA1: Digest = { name: 'sha1', bytes: 20, block: 64 };
const SHA224: Digest = { name: 'sha224', bytes: 28, block: 64 };
const SHA256: Digest = { name: 'sha256', bytes: 32, block: 64 };
const SHA384: Digest = { name: 'sha384', bytes: 48, block: 128 };
const SHA512: Digest = { name: 'sha512', bytes: 64, block: 128 };
const DIGESTS: Readonly<Record<string, Digest>> = {
  '1.3.14.3.2.26': SHA1,
  '2.16.840.1.101.3.4.2.4': SHA224,
  '2.16.840.1.101.3.4.2.1': SHA256,
  '2.16.840.1.101.3.4.2.2': SHA384,
  '2.16.840.1.101.3.4.2.3': SHA512,
};
const HMACS: Readonly<Record<string, Digest>> = {
  '1.2.840.113549.2.7': SHA1,
  '1.2.840.113549.2.8': SHA224,
  '1.2.840.113549.2.9': SHA256,
  '1.2.840.113549.2.10': SHA384,
  '1.2.840.113549.2.11': SHA512,
};

/** How much hashing a file may still ask for. */
export class Work {
  private left = MOST_ITERATIONS;

  /** Takes iterations; refuses a number that is none or more than are left. */
  take(iterations: number): void {
    if (!Number.isSafeInteger(iterations) || iterations < 1 || iterations > this.left) {
      throw new Unreadable(
        `its password is to be hashed ${iterations} times, and only ${MOST_ITERATIONS} are allowed in all: export it again`,
      );
    }
    this.left -= iterations;
  }
}

/** A password as key files take it. */
export function passwordOf(text: string): Password {
  return { utf8: Buffer.from(text), bmp: Buffer.from(`${text}\0`, 'utf16le').swap16() };
}

/** A hash function by its object identifier. */
export function digestOf(oid: string): Digest {
  return DIGESTS[oid] ?? unsupported(`the hash function ${oid}`);
}

/** The hash function of an HMAC by the HMAC's object identifier. */
export function hmacDigestOf(oid: string): Digest {
  return HMACS[oid] ?? unsupported(`the message authentication ${oid}`);
}

/** Refuses a file for a method that is not known here. */
export function unsupported(what: string): never {
  throw new Unreadable(
    `it is protected by ${what}, which is not supported: import it where it came from and export it again with AES-256`,
  );
}

/** PBKDF2 as an algorithm names it. @param length of the key, bytes */
export async function pbkdf2Key(
  { algorithm, parameters }: AlgorithmIdentifier,
  password: Password,
  length: number,
  work: Work,
): Promise<Buffer> {
  if (algorithm !== PBKDF2 || !parameters) return unsupported(`the key derivation ${algorithm}`);
  const { salt, iterationCount, prf } = AsnConvert.parse(parameters, Pbkdf2Params);
  const digest = prf === undefined ? SHA1 : hmacDigestOf(prf.algorithm);
  const iterations = Number(iterationCount);
  work.take(iterations * Math.ceil(length / digest.bytes));
  return promisify(pbkdf2)(password.utf8, bytesOf(salt), iterations, length, digest.name);
}

/** The function of PKCS#12. @param purpose 1 for a key, 2 for an initialisation vector, 3 for a MAC */
export async function pkcs12Key(
  digest: Digest,
  purpose: 1 | 2 | 3,
  password: Buffer,
  { salt, iterations, length }: { salt: Buffer; iterations: number; length: number },
  work: Work,
): Promise<Buffer> {
  work.take(iterations * Math.ceil(length / digest.bytes));
  const { name, block } = digest;
  const diversifier = Buffer.alloc(block, purpose);
  let input: Buffer = Buffer.concat([repeated(salt, block), repeated(password, block)]);
  const parts: Buffer[] = [];
  for (let made = 0; made < length; made += digest.bytes) {
    let part = hash(name, Buffer.concat([diversifier, input]), 'buffer');
    for (let i = 1; i < iterations; i += 1) {
      part = hash(name, part, 'buffer');
      if (i % ITERATIONS_IN_A_ROW === 0) await turn();
    }
    parts.push(part);
    input = added(input, repeated(part, block).subarray(0, block), block);
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** The bytes of an octet string. */
export function bytesOf({ buffer }: OctetString): Buffer {
  return Buffer.from(buffer);
}

/** As often as it takes to fill whole blocks; nothing stays nothing. */
function repeated(bytes: Buffer, block: number): Buffer {
  return bytes.length === 0 ? bytes : Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes, 'latin1');
}

/** Each block of the input plus the addend plus one, as numbers of that many bytes. */
function added(input: Buffer, addend: Buffer, block: number): Buffer {
  const sum = Buffer.from(input);
  for (let start = 0; start < sum.length; start += block) {
    let carry = 1;
    for (let i = block - 1; i >= 0; i -= 1) {
      carry += sum[start + i]! + addend[i]!;
      sum[start + i] = carry & 0xff;
      carry >>>= 8;
    }
  }
  return sum;
}
