/**
 * The key that the instances of a cloud register share (`TILLMARK_INSTANCE_KEY`): with it they know each other,
 * and what they have in common is sealed in the database. It is in no database and in no file of ours.
 */
import { hkdfSync } from 'node:crypto';
import { KEY_BYTES } from '../settings/seal.ts';

/** Shorter ones could be guessed. */
export const LEAST_KEY = 32;

/** Keys for each purpose. */
export interface InstanceKey {
  /** Of connections between instances. */
  link: Buffer;
  /** Seals documents. */
  documents: Buffer;
}

/** Derives the keys; the secret has {@link LEAST_KEY} characters at least. */
export function instanceKey(secret: string): InstanceKey {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'tillmark instances', purpose, KEY_BYTES));
  return { link: derived('link'), documents: derived('documents') };
}
