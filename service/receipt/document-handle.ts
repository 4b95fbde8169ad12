/**
 * Document handles: the unguessable names of digital receipts (doc 2, `/recorder/lastdh`, `Tra_DH`).
 *
 * A handle is the sequence number of a record, four bytes of a digest of its time and
 * number, and eight bytes of zeros, enciphered as one block of AES-256 with a key that
 * only the register and the portal have. The register makes it from what it has at
 * hand, so that it is there while the portal cannot be reached and costs nothing where
 * nobody asks; the portal reads the number out of it and needs no list of handles. One
 * of 2^64 blocks opens to zeros; none tells how to make another one, how many receipts
 * there are, or in which order they were issued. The digest keeps the handle of a
 * record that was lost from opening the one that got its sequence number after a
 * restore.
 *
 * The five characters behind it, the transaction handle, say whose key it was. Without
 * them the portal tries all keys, which takes longer.
 */
import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.ts';
import type { Esr } from './tra.ts';

const BLOCK_BYTES = 16;
const SQ_BYTES = 4;
const DIGEST_BYTES = 4;
const ZEROS = Buffer.alloc(BLOCK_BYTES - SQ_BYTES - DIGEST_BYTES);
/** 128 bits and two of nothing. */
const DOCUMENT_LENGTH = 26;
const TRANSACTION_LENGTH = 5;
const TRANSACTION_VALUES = 2n ** 25n;

/** Bytes of a key. */
export const HANDLE_KEY_BYTES = 32;

/** A transaction that has a handle. */
export interface HandledRecord {
  /** Sequence number, 32 bits. */
  SQ: number;
  ESR?: Pick<Esr, 'D' | 'TN'>;
}

/** A handle that was opened. */
export interface OpenedHandle {
  /** Sequence number of the record. */
  sq: number;
  /** Digest of the record that it was made for; see {@link isHandleOf}. */
  digest: Buffer;
}

/** A handle that was taken apart. */
export interface ReadHandle {
  /** The enciphered block. */
  block: Buffer;
  /** Last 25 bits of the register's number; null in the short form. */
  register: number | null;
}

/**
 * The document handle of a record: 26 characters.
 * @param key {@link HANDLE_KEY_BYTES} bytes
 */
export function documentHandle(key: Uint8Array, record: HandledRecord): string {
  const plain = Buffer.alloc(BLOCK_BYTES);
  plain.writeUInt32BE(record.SQ);
  digestOf(record).copy(plain, SQ_BYTES);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return toBase32(BigInt(`0x${cipher.update(plain).toString('hex')}`), DOCUMENT_LENGTH);
}

/**
 * The transaction handle that belongs behind a document handle: 5 characters, which say which register.
 * They differ from receipt to receipt, so that addresses do not show that they are of one shop.
 */
export function transactionHandle(document: string, registerId: number): string {
  const value = (BigInt(registerId) % TRANSACTION_VALUES) ^ maskOf(fromBase32(document)!);
  return toBase32(value, TRANSACTION_LENGTH);
}

/** Takes a handle apart, with or without the transaction handle, in either case; null for what is none. */
export function readHandle(text: string): ReadHandle | null {
  const handle = text.toUpperCase();
  const isShort = handle.length === DOCUMENT_LENGTH;
  if (!isShort && handle.length !== DOCUMENT_LENGTH + TRANSACTION_LENGTH) return null;
  const document = fromBase32(handle.slice(0, DOCUMENT_LENGTH));
  if (document === null || document >= 2n ** 128n) return null;
  const transaction = isShort ? null : fromBase32(handle.slice(DOCUMENT_LENGTH));
  if (!isShort && transaction === null) return null;
  const block = Buffer.from(document.toString(16).padStart(2 * BLOCK_BYTES, '0'), 'hex');
  return { block, register: transaction === null ? null : Number(transaction ^ maskOf(document)) };
}

/** Opens a block with the key of a register; null when another one made it. */
export function openHandle(key: Uint8Array, block: Uint8Array): OpenedHandle | null {
  const plain = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(block);
  const sq = plain.readUInt32BE();
  if (sq === 0 || !timingSafeEqual(plain.subarray(SQ_BYTES + DIGEST_BYTES), ZEROS)) return null;
  return { sq, digest: plain.subarray(SQ_BYTES, SQ_BYTES + DIGEST_BYTES) };
}

/** Whether a record is the one that a handle was made for, and not another one with its sequence number. */
export function isHandleOf({ sq, digest }: OpenedHandle, record: HandledRecord): boolean {
  return record.SQ === sq && digestOf(record).equals(digest);
}

function digestOf({ ESR }: HandledRecord): Buffer {
  const text = `${ESR?.D ?? ''} ${ESR?.TN ?? ''}`;
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES);
}

/** What the number of the register is hidden behind: bits of the document handle. No secret. */
function maskOf(document: bigint): bigint {
  return document % TRANSACTION_VALUES;
}
