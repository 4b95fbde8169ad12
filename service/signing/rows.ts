/**
 * Signatures of receipts that come at the same time, made in rows on a thread of their
 * own: each may be over the one before, which the thread knows already. So a row is waited
 * for once, however many receipts of one chain are in it.
 */
import type { KeyObject } from 'node:crypto';
import { Thread } from '../threads/thread.ts';
import type { Link, Requests } from './messages.ts';

/** Some 3 ms with RSA 1024; those behind it wait for as long. */
const MOST_IN_ROW = 32;
/** So many are handed over while the next ones are still being read. */
const PIECE = 4;

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
  /** What is or will be with the thread, of one key. */
  private row: Waiting[] = [];
  /** What the thread says to each piece of the row. */
  private answers: Promise<string[] | Error>[] = [];
  /** A row is being made, or will be as soon as this turn of the event loop has brought what it brings. */
  private isUnderWay = false;
  /** What comes belongs to the row still. */
  private isGrowing = false;
  /** The key that the thread has. */
  private key: KeyObject | null = null;
  private started: Thread<Requests, string> | null = null;

  /** Has something signed. */
  sign(wanted: Wanted): Signature {
    const { promise: made, resolve, reject } = Promise.withResolvers<string>();
    const signature: Signature = { value: null, made };
    this.waiting.push({ wanted, signature, resolve, reject });
    if (!this.isUnderWay) {
      this.isUnderWay = this.isGrowing = true;
      setImmediate(() => void this.run());
    } else if (this.isGrowing && this.waiting.length >= PIECE) this.handOver();
    return signature;
  }

  private async run(): Promise<void> {
    this.isGrowing = false;
    while (this.waiting.length > 0 || this.row.length > 0) {
      this.handOver();
      await this.finishRow();
    }
    this.isUnderWay = false;
  }

  /** Hands over those that wait, belong to the row and have room in it. */
  private handOver(): void {
    const most = MOST_IN_ROW - this.row.length;
    if (most === 0) return;
    const { key, algorithm } = (this.row[0] ?? this.waiting[0]!).wanted;
    const isOther = ({ wanted }: Waiting) => wanted.key !== key || wanted.algorithm !== algorithm;
    const end = this.waiting.findIndex(isOther);
    const piece = this.waiting.splice(0, Math.min(end < 0 ? this.waiting.length : end, most));
    if (piece.length > 0) this.answers.push(this.signPiece(piece));
  }

  /** Never rejects: nobody listens before the row is whole. */
  private async signPiece(piece: readonly Waiting[]): Promise<string[] | Error> {
    const { key, algorithm } = piece[0]!.wanted;
    const goesOn = this.row.length > 0;
    this.row.push(...piece);
    const places = new Map(this.row.map(({ signature }, place) => [signature, place]));
    try {
      const links = piece.map(({ wanted: { text, previous } }): Link => {
        const before = typeof previous === 'string' ? previous : (previous.value ?? places.get(previous));
        if (before === undefined) throw new Error('the signature before could not be made');
        return [text, before];
      });
      // Starting one takes as long as some hundred signatures.
      this.started ??= new Thread(program(), (message) => new Error(message));
      const asked = this.started.ask('sign', key === this.key ? null : key, algorithm, links, goesOn);
      this.key = key;
      return await asked;
    } catch (error) {
      return error as Error;
    }
  }

  /**
   * Waits for the row. It is made as a whole or not at all: behind a piece that failed the
   * thread has put others in wrong places.
   */
  private async finishRow(): Promise<void> {
    const answers = await Promise.all(this.answers);
    const row = this.row;
    this.row = [];
    this.answers = [];
    const failure = answers.find((answer) => answer instanceof Error);
    if (failure !== undefined) {
      this.key = null;
      for (const { reject } of row) reject(failure);
      return;
    }
    const values = answers.flat() as string[];
    for (const [i, { signature, resolve }] of row.entries()) {
      signature.value = values[i]!;
      resolve(signature.value);
    }
  }
}

/** Beside this file; beside the programs when they are bundled (build/scripts/programs.ts). */
function program(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './signing-thread.js', import.meta.url);
}
