/** What rows of signatures and their thread say to each other. */
import type { KeyObject } from 'node:crypto';

/** A text to sign, and the signature that is put behind it first: itself, or by its place in the same row. */
export type Link = readonly [text: string, previous: string | number];

/** What the thread is asked. */
export interface Requests {
  /**
   * Signs one text after another.
   * @param key null for the one that was given last
   * @param algorithm as `crypto.sign` calls it
   * @param goesOn the texts belong to the same row as those before
   * @returns their signatures, base64
   */
  sign: (key: KeyObject | null, algorithm: string, links: readonly Link[], goesOn: boolean) => string[];
}
