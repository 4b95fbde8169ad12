/**
 * The chain of a register's receipts (RKSV § 4, Anlage Z 4): each carries a hash
 * of the one before, whatever kind that was and whether or not it was signed. The
 * chain belongs to the Kassen-ID; signature units may change in between.
 */
import { createHash } from 'node:crypto';
import { toBase64 } from './encodings.ts';

/** Field 12 of the start receipt. */
export function startChainValue(registerId: string): string {
  return chainHash(registerId);
}

/**
 * Field 12 of any other receipt.
 * @param previous the whole JWS of the receipt before, in compact form
 */
export function nextChainValue(previous: string): string {
  return chainHash(previous);
}

function chainHash(text: string): string {
  return toBase64(createHash('sha256').update(text, 'utf8').digest().subarray(0, 8));
}
