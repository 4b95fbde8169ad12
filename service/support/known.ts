/** Values that must not leave the shop, wherever they may have come into a text. */
import { isTree } from '../receipt/tree.ts';

/** Shorter words are of every language. */
const SHORTEST = 3;
/** Longer texts are no names; their words are taken all the same. */
const MOST_WORDS = 200_000;

/** The words of values that belong to somebody. */
export class KnownValues {
  private readonly words = new Set<string>();

  /** Takes the words of all texts of a value, at any depth. */
  add(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.add(item);
    else if (isTree(value)) for (const item of Object.values(value)) this.add(item);
    else if (typeof value === 'string') for (const word of wordsOf(value)) this.addWord(word);
    else if (typeof value === 'number') this.addWord(String(value));
  }

  /** Whether a word, or a part of it, belongs to somebody. */
  has(word: string): boolean {
    return this.words.has(word.toLowerCase()) || wordsOf(word).some((part) => this.words.has(part));
  }

  private addWord(word: string): void {
    if (word.length >= SHORTEST && this.words.size < MOST_WORDS) this.words.add(word);
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
