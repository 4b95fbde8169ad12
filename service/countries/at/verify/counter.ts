/**
 * The development of the turnover counter: what each receipt says, decrypted with
 * the register's AES key, against the sums of all receipts so far.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { error, warning, type Problem } from './finding.ts';
import type { ReadFields } from './read-receipt.ts';

/** Follows the counter of one register. */
export class CounterCheck {
  private readonly key: Uint8Array;
  /**
   * What the counter may be; empty while nobody knows. Two values behind a receipt
   * that says another one than its sums make: either may be the true one.
   */
  private possible: readonly bigint[];
  private bytes = 0;

  /** @param start the counter before the first receipt; null when the DEP begins somewhere later */
  constructor(key: Uint8Array, start: bigint | null) {
    this.key = key;
    this.possible = start === null ? [] : [start];
  }

  /** Counter after the receipts so far, cents; null when it is not certain. */
  get value(): bigint | null {
    return this.possible.length === 1 ? this.possible[0]! : null;
  }

  /** A receipt that could not be read: nobody knows what it added. */
  skip(): void {
    this.possible = [];
  }

  take(fields: ReadFields): Problem[] {
    const { counter, sets, registerId, number } = fields;
    if (counter === 'training') return [];
    const sum = sets?.reduce((a, b) => a + b, 0n);
    const expected = sum === undefined ? [] : this.possible.map((value) => value + sum);
    if (counter === 'void' || counter === null) {
      this.possible = expected;
      return [];
    }
    const stated = decrypt(this.key, registerId, number, counter);
    const problems = this.sizeProblems(counter.length);
    if (expected.length === 0 || expected.includes(stated)) {
      this.possible = [stated];
      return problems;
    }
    this.possible = [...expected.slice(0, 1), stated];
    const text = `the turnover counter is ${stated} cents, and should be ${expected.join(' or ')}`;
    return [...problems, error('counter', 10, text)];
  }

  private sizeProblems(bytes: number): Problem[] {
    const before = this.bytes;
    this.bytes = bytes;
    if (before === 0 || before === bytes) return [];
    return [warning('counter', 10, `the turnover counter has ${bytes} bytes, ${before} before`)];
  }
}

/** One block of counter mode, written as what it is: the encrypted initial vector, added bit by bit. */
function decrypt(key: Uint8Array, registerId: string, number: string, encrypted: Buffer): bigint {
  const hash = createHash('sha256').update(registerId, 'utf8').update(number, 'utf8').digest();
  const block = createCipheriv('aes-256-ecb', key, null).update(hash.subarray(0, 16));
  let value = 0n;
  encrypted.forEach((byte, i) => {
    value = value * 256n + BigInt(byte ^ block[i]!);
  });
  const limit = 1n << BigInt(8 * encrypted.length - 1);
  return value < limit ? value : value - 2n * limit;
}
