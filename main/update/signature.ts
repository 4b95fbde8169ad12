import { createPublicKey, verify } from 'node:crypto';

/** What a feed says about a version (`latest.yml` of electron-builder), as far as it is looked at. */
export interface OfferedVersion {
  version: string;
  files: readonly { url: string; sha512: string }[];
}

/** Base64 of 64 bytes. */
const SHA512 = /^[A-Za-z0-9+/]{86}==$/;

/** The text that is signed: version and files. The digests bind what is downloaded, wherever it lies. */
export function signedText({ version, files }: OfferedVersion): string {
  return JSON.stringify(['tillmark update', version, files.map(({ url, sha512 }) => [url, sha512])]);
}

/**
 * Proves that a version was signed with the key of the releases.
 * @param info what the feed says; hostile
 * @param key public Ed25519 key, SPKI in base64
 * @returns what was signed
 * @throws when it was not, or holds something that no signature covers
 */
export function readSigned(info: object, key: string): OfferedVersion {
  const { version, files, packages, signature } = info as Record<string, unknown>;
  // Parts of an installer that are loaded apart have digests that are not signed.
  if (packages !== undefined && packages !== null)
    throw new Error('the update has parts that are not signed');
  if (typeof version !== 'string' || !Array.isArray(files) || files.length === 0 || !files.every(isFile))
    throw new Error('the description of the update is incomplete');
  const offered = { version, files: files.map(({ url, sha512 }) => ({ url, sha512 })) };
  if (typeof signature !== 'string' || !isSigned(signedText(offered), signature, key))
    throw new Error('the update is not signed with the key of this program');
  return offered;
}

function isFile(value: unknown): value is OfferedVersion['files'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { url, sha512 } = value as Record<string, unknown>;
  return typeof url === 'string' && typeof sha512 === 'string' && SHA512.test(sha512);
}

function isSigned(text: string, signature: string, key: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return (
      publicKey.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}
