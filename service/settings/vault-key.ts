/**
 * The key of the vault, `gbl/vault.key`: 32 random bytes in Base64. Where the system
 * hands the service a secret of its own, the file is sealed with that and worth
 * nothing on another machine: a credential of systemd, which the machine's TPM or
 * host key protects (`LoadCredentialEncrypted=tillmark-vault-key`).
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { writeDurably } from './durable-file.ts';
import { KEY_BYTES, seal, unseal } from './seal.ts';

/** Name of the credential, and what the key is sealed under. */
const CREDENTIAL = 'tillmark-vault-key';
const LEAST_BYTES = 16;

/** A key out of its file, or why there is none. */
export type ReadKey = { key: Buffer; isPlain: boolean } | { problem: string };

/**
 * The secret that the system hands the service; null where it has none.
 * @throws Error when there is one that cannot be used: nothing may be sealed with less than was meant
 */
export function systemSecret(environment: NodeJS.ProcessEnv = process.env): Buffer | null {
  const folder = environment['CREDENTIALS_DIRECTORY'];
  if (folder === undefined || folder === '') return null;
  const file = path.join(folder, CREDENTIAL);
  if (!fs.existsSync(file)) return null;
  const secret = fs.readFileSync(file);
  if (secret.length < LEAST_BYTES) throw new Error(`${file} has less than ${LEAST_BYTES} bytes`);
  return Buffer.from(hkdfSync('sha256', secret, '', CREDENTIAL, KEY_BYTES));
}

/** Reads the text of the file. */
export function readKey(text: string, system: Buffer | null): ReadKey {
  const isPlain = !text.startsWith('{');
  if (!isPlain && system === null)
    return {
      problem: `is sealed with the system's credential ${CREDENTIAL}, which the service was not given`,
    };
  const plain = isPlain ? text : unsealed(text, system!);
  const key = plain === null ? null : Buffer.from(plain, 'base64');
  return key?.length === KEY_BYTES ? { key, isPlain } : { problem: 'is damaged' };
}

/** Writes a key, sealed where the system has a secret. */
export async function writeKey(file: string, key: Buffer, system: Buffer | null): Promise<void> {
  const plain = key.toString('base64');
  const text = system ? JSON.stringify(seal(CREDENTIAL, plain, system)) : plain;
  await writeDurably(file, `${text}\n`, 0o600);
}

/** A new key. */
export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

function unsealed(text: string, system: Buffer): string | null {
  try {
    return unseal(CREDENTIAL, JSON.parse(text), system);
  } catch {
    return null;
  }
}
