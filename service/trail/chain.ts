/**
 * The lines of the audit trail. Each ends with a seal over itself and the one before it (HMAC-SHA-256), whose key is in
 * the vault: a line that was changed, taken away or put in between does not fit any more.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isTree } from '../receipt/tree.ts';
import type { TrailDamage, TrailEntry } from './wire.ts';

/** What the chain begins with. */
export const BEGINNING = '';

/** The seal of an entry. */
function sealOf(key: Buffer, before: string, text: string): string {
  return createHmac('sha256', key).update(before).update('\n').update(text).digest('base64url');
}

/** An entry as a line, without line feed, and its seal. */
export function sealedLine(key: Buffer, before: string, entry: TrailEntry): { line: string; seal: string } {
  const text = JSON.stringify(entry);
  const seal = sealOf(key, before, text);
  return { line: `${text.slice(0, -1)},"seal":"${seal}"}`, seal };
}

/** Reads a trail line by line. */
export class ChainReader {
  /** Number and seal of the last entry that was read. */
  n = 0;
  seal = BEGINNING;
  readonly damages: TrailDamage[] = [];
  private readonly key: Buffer;
  /** The line before could not be read: what follows it cannot fit, and is not to blame. */
  private isAfterDamage = false;

  constructor(key: Buffer) {
    this.key = key;
  }

  /** Takes a line; null where it is no entry. */
  take(line: string): TrailEntry | null {
    const read = readLine(line);
    if (!read) {
      this.damages.push({ kind: 'unreadable', n: this.n + 1 });
      this.isAfterDamage = true;
      return null;
    }
    const { entry, seal, text } = read;
    if (entry.n !== this.n + 1) {
      // Numbers that go back were put in from elsewhere.
      this.damages.push(
        entry.n > this.n ? { kind: 'missing', n: this.n + 1 } : { kind: 'changed', n: entry.n },
      );
    } else if (!this.isAfterDamage && !isSame(seal, sealOf(this.key, this.seal, text))) {
      this.damages.push({ kind: 'changed', n: entry.n });
    }
    this.isAfterDamage = false;
    this.n = Math.max(this.n, entry.n);
    this.seal = seal;
    return entry;
  }
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

const SEAL = /^(.*),"seal":"([\w-]{43})"\}$/;

function readLine(line: string): { entry: TrailEntry; seal: string; text: string } | null {
  const m = SEAL.exec(line);
  if (!m) return null;
  const text = `${m[1]!}}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isEntry(value) ? { entry: value, seal: m[2]!, text } : null;
}

function isEntry(value: unknown): value is TrailEntry {
  if (!isTree(value) || !isTree(value.who)) return false;
  const { n, at, from, what, outcome, changes = [] } = value;
  const areTexts = [at, from, what, outcome, value.who.kind].every((text) => typeof text === 'string');
  return areTexts && typeof n === 'number' && Number.isSafeInteger(n) && n > 0 && Array.isArray(changes);
}
