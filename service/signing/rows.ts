/**
 * Signatures of receipts that come at the same time, made in rows on a thread of their
 * own: each may be over the one before, which the thread knows already. So a row takes
 * one trip, however many receipts of one chain are in it.
 */
import type { KeyObject } from 'node:crypto';
import { Thread } from '../threads/thread.ts';
import type { Link, Requests } from './messages.ts';

/** Some 3 ms with RSA 1024; those behind it wait for as long. */
const MOST_IN_ROW = 32;

/** Something to sign. */
export interface Wanted {
  key: KeyObject;
  /** As `crypto.sign` calls it. */
  algorithm: string;
  /** UTF-8; the signature before is put behind it. */
  text: string;
  /** Base64, or one that is still to be made; empty for none. */
  previous: string | Signature;
}

/** A signature that is made, or will be. */
export interface Signature {
  /** Base64; null until it is made. */
  value: string | null;
  /** Resolves with the value; rejects when the key cannot sign, or the one before could not be made. */
  made: Promise<string>;
}

interface Waiting {
  wanted: Wanted;
  signature: Signature;
  resolve: (value: string) => void;
  reject: (error: Error) => void;
}

/** Makes signatures in the order in which they are wanted. */
export class SigningRows {
  private waiting: Waiting[] = [];
  /** A row is being made, or will be as soon as this turn of the event loop has brought what it brings. */
  private isUnderWay = false;
  /** The key that the thread has. */
  private key: KeyObject | null = null;
  private started: Thread<Requests, string> | null = null;

  /** Has something signed. */
  sign(wanted: Wanted): Signature {
    const { promise: made, resolve, reject } = Promise.withResolvers<string>();
    const signature: Signature = { value: null, made };
    this.waiting.push({ wanted, signature, resolve, reject });
    if (!this.isUnderWay) {
      this.isUnderWay = true;
      setImmediate(() => void this.run());
    }
    return signature;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.signRow(this.nextRow());
    this.isUnderWay = false;
  }

  /** Takes those that wait and have the same key. */
  private nextRow(): Waiting[] {
    const { key, algorithm } = this.waiting[0]!.wanted;
    const isOther = ({ wanted }: Waiting) => wanted.key !== key || wanted.algorithm !== algorithm;
    const end = this.waiting.findIndex(isOther);
    return this.waiting.splice(0, Math.min(end < 0 ? this.waiting.length : end, MOST_IN_ROW));
  }

  private async signRow(row: readonly Waiting[]): Promise<void> {
    const { key, algorithm } = row[0]!.wanted;
    const places = new Map(row.map(({ signature }, place) => [signature, place]));
    try {
      const links = row.map(({ wanted: { text, previous } }): Link => {
        const before = typeof previous === 'string' ? previous : (previous.value ?? places.get(previous));
        if (before === undefined) throw new Error('the signature before could not be made');
        return [text, before];
      });
      // Starting one takes as long as some hundred signatures.
      this.started ??= new Thread(program(), (message) => new Error(message));
      const values = await this.started.ask('sign', key === this.key ? null : key, algorithm, links);
      this.key = key;
      for (const [i, { signature, resolve }] of row.entries()) {
        signature.value = values[i]!;
        resolve(signature.value);
      }
    } catch (error) {
      this.key = null;
      for (const { reject } of row) reject(error as Error);
    }
  }
}

/** Beside this file; beside the programs when they are bundled (build/scripts/programs.ts). */
function program(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './signing-thread.js', import.meta.url);
}
