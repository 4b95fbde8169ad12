/**
 * node build/scripts/sign-update.ts KEY FILE...
 *
 * Signs what electron-builder says about a release (latest.yml, latest-linux.yml, latest-mac.yml): adds the line
 * `signature` that the shell asks for (main/update/signature.ts). KEY is a private Ed25519 key in PEM. Without FILE
 * it prints the public key as resources/update-key.json wants it.
 */
import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { signedText, type OfferedVersion } from '../../main/update/signature.ts';

/** The text of a file with its signature; one that was there is replaced. */
export function signUpdate(text: string, key: KeyObject): string {
  const bare = text.replace(/^signature: .*\n?/gm, '');
  const signature = sign(null, Buffer.from(signedText(readOffered(bare))), key).toString('base64');
  return `${bare.replace(/\n*$/, '\n')}signature: ${signature}\n`;
}

/** Reads the few lines that electron-builder writes; anything else might be read in another way by the shell. */
function readOffered(text: string): OfferedVersion {
  const version = /^version: (\d+\.\d+\.\d+)$/m.exec(text)?.[1];
  const files = /^files:\n((?: {2}.*\n)+)/m.exec(text)?.[1];
  if (version === undefined || files === undefined) throw new Error('version and files expected');
  const entries = files
    .split(/^ {2}- /m)
    .slice(1)
    .map((entry) => {
      const url = /^url: ([\w.@-]+)$/m.exec(entry)?.[1];
      const sha512 = /^ {4}sha512: ([A-Za-z0-9+/]{86}==)$/m.exec(entry)?.[1];
      if (url === undefined || sha512 === undefined) throw new Error(`url and sha512 expected:\n${entry}`);
      return { url, sha512 };
    });
  return { version, files: entries };
}

/** The public half, as `resources/update-key.json` holds it. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

if (import.meta.main) {
  const [keyFile, ...files] = process.argv.slice(2);
  if (keyFile === undefined) throw new Error('sign-update.ts KEY FILE...');
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is no Ed25519 key`);
  if (files.length === 0) process.stdout.write(`${JSON.stringify({ ed25519: publicHalf(key) })}\n`);
  for (const file of files) writeFileSync(file, signUpdate(readFileSync(file, 'utf8'), key));
}
