/**
 * Records that a company has sealed for the archive: a line of the journal, enciphered by
 * the company's key. The portal keeps it like any line, knows its place and its day, and
 * cannot read it; whoever has the key gets the line back byte by byte.
 *
 *     {"_":"Sealed","SQ":7,"RN":"def","D":"2026-11-23T00:00:00","K":"<key id>","N":"<nonce>","B":"<line>"}
 *
 * `B` is the line under AES-256-GCM with its 16 byte tag, `N` its 12 byte nonce, both in
 * base64. The register has a key of its own by HKDF, so that nothing can be moved from one
 * to another. Everything else of the line is additional data. The nonce is a digest of the
 * line by a second key: what is sent again is the same bytes, which the archive asks for,
 * and another line under the same number has another nonce. Nothing is compressed inside:
 * lengths would tell more of the content.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { CompanyKey } from './company-key.ts';
import { isDateTime } from './time.ts';
import { isTree, type Tree } from './tree.ts';

/** Type of the records. */
export const SEALED = 'Sealed';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };
const NO_SALT = Buffer.alloc(0);

/** A line that cannot be sealed or opened; the message says why, and nothing of what is in it. */
export class SealError extends Error {}

/** Seals and opens the lines of one register. */
export class RegisterSeal {
  private readonly id: string;
  private readonly rn: string;
  private readonly key: Buffer;
  private readonly nonceKey: Buffer;

  /** @param rn name of the register */
  constructor({ id, bytes }: CompanyKey, rn: string) {
    this.id = id;
    this.rn = rn;
    const both = Buffer.from(hkdfSync('sha256', bytes, NO_SALT, `tillmark sealed ${rn}`, 2 * KEY_BYTES));
    this.key = both.subarray(0, KEY_BYTES);
    this.nonceKey = both.subarray(KEY_BYTES);
  }

  /**
   * A line of the journal, sealed; both without line feed.
   * @throws SealError for a line of another register, or none
   */
  seal(line: string): string {
    const { SQ: sq, RN, D, ESR } = treeOf(line);
    if (typeof sq !== 'number' || RN !== this.rn || typeof D !== 'string' || !isDateTime(D))
      throw new SealError(`register ${this.rn}: a record without SQ, RN or D cannot be sealed`);
    // The day by which the archive finds the files of a period: the document's, else that of registration.
    const dated = isTree(ESR) && typeof ESR.D === 'string' && isDateTime(ESR.D) ? ESR.D : D;
    const place = { _: SEALED, SQ: sq, RN: this.rn, D: `${dated.slice(0, 10)}T00:00:00`, K: this.id };
    const additional = Buffer.from(JSON.stringify(place));
    const bytes = Buffer.from(line);
    const digest = createHmac('sha256', this.nonceKey).update(additional).update('\n').update(bytes).digest();
    const nonce = digest.subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, TAG).setAAD(additional);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    return JSON.stringify({ ...place, N: nonce.toString('base64'), B: sealed.toString('base64') });
  }

  /**
   * The line in a sealed one, byte by byte.
   * @throws SealError when it was changed, or sealed by another key
   */
  open({ place, nonce, sealed }: SealedLine): Buffer {
    const end = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, this.key, nonce, TAG)
      .setAAD(Buffer.from(JSON.stringify(place)))
      .setAuthTag(sealed.subarray(end));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
    } catch {
      throw new SealError(`record ${place.SQ} of ${place.RN} was changed, or another key has sealed it`);
    }
  }
}

/** A sealed line that was taken apart. */
export interface SealedLine {
  /** What everybody can read; the order of the fields counts. */
  place: { _: typeof SEALED; SQ: number; RN: string; D: string; K: string };
  nonce: Buffer;
  sealed: Buffer;
}

/**
 * Takes a line of an archive apart; null for one that is not sealed.
 * @throws SealError for one that says it is sealed and cannot be
 */
export function readSealed(line: string): SealedLine | null {
  const { _: type, SQ, RN, D, K, N, B } = treeOf(line);
  if (type !== SEALED) return null;
  const isOne = Number.isSafeInteger(SQ) && [RN, D, K, N, B].every((text) => typeof text === 'string');
  const nonce = Buffer.from(isOne ? (N as string) : '', 'base64');
  const sealed = Buffer.from(isOne ? (B as string) : '', 'base64');
  if (nonce.length !== NONCE_BYTES || sealed.length < TAG_BYTES)
    throw new SealError(`a sealed record is damaged: ${JSON.stringify(SQ ?? null).slice(0, 20)}`);
  const place = { _: SEALED, SQ: SQ as number, RN: RN as string, D: D as string, K: K as string } as const;
  return { place, nonce, sealed };
}

function treeOf(line: string): Tree {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = null;
  }
  if (isTree(value)) return value;
  throw new SealError('a line is no record');
}
