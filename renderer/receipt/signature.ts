/** Checks the signature of a receipt in the browser, so that nobody has to believe the portal. */
import type { Signature } from './api.ts';

/** `impossible`: the page has not come over HTTPS, so that the browser does no cryptography. */
export type Verdict = 'fits' | 'wrong' | 'impossible';

const ALGORITHMS = {
  'RSA-SHA1': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

/** Checks a signature against each key. */
export async function checkSignature({ algorithm, text, signature, keys }: Signature): Promise<Verdict> {
  // Missing without HTTPS, whatever the types say.
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return 'impossible';
  const how = ALGORITHMS[algorithm];
  const signed = new TextEncoder().encode(text);
  for (const spki of keys) {
    try {
      const key = await subtle.importKey('spki', bytesOf(spki), how, false, ['verify']);
      if (await subtle.verify(how, key, bytesOf(signature), signed)) return 'fits';
    } catch {
      // A key that the browser cannot read is none that fits.
    }
  }
  return 'wrong';
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
