/** Ids of master data: one content each, however often and in whatever order it comes. */
import { createHash } from 'node:crypto';

/** Digits of a content's hash in an id. */
const HASH_DIGITS = 12;

/** A short text that stands for a content, the same in every export. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content, 'latin1').digest('hex').slice(0, HASH_DIGITS);
}

/** Gives out ids so that no two contents share one. */
export class UniqueIds {
  private readonly contents = new Map<string, string>();
  private readonly max: number;

  /** @param max characters an id may have */
  constructor(max: number) {
    this.max = max;
  }

  /**
   * The id for a content: the wished one, or where another content has it
   * already, the wished one with the content's hash behind it.
   */
  claim(wished: string, content: string): string {
    if (this.take(wished, content)) return wished;
    const hash = contentHash(content);
    const other = `${wished.slice(0, this.max - hash.length - 1)}-${hash}`;
    if (this.take(other, content)) return other;
    throw new Error(`two contents have the id ${other}`);
  }

  private take(id: string, content: string): boolean {
    const owner = this.contents.get(id);
    if (owner === undefined) this.contents.set(id, content);
    return owner === undefined || owner === content;
  }
}
