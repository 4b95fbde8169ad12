/** Secrets as they lie on disk: AES-256-GCM with a nonce of its own, bound to a name. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** A shorter tag would be easier to forge; Node takes any length unless told. */
const TAG = { authTagLength: 16 };

/** Bytes of a key. */
export const KEY_BYTES = 32;

/** A sealed text, each part in Base64. */
export interface Sealed {
  nonce: string;
  data: string;
  tag: string;
}

/** Seals a text under a name: it can be opened under no other. */
export function seal(name: string, text: string, key: Buffer): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, TAG).setAAD(Buffer.from(name));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    nonce: nonce.toString('base64'),
    data: data.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** The text; null when it was changed, moved, made under another key, or is nothing sealed. */
export function unseal(name: string, sealed: unknown, key: Buffer): string | null {
  try {
    const { nonce, data, tag } = sealed as Sealed;
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64'), TAG)
      .setAAD(Buffer.from(name))
      .setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(data, 'base64'), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
