/** Opens PEM texts (RFC 7468): a private key and certificates, in any order and with texts between them. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { passwordOf, Unreadable, type Work } from './key-derivation.ts';
import { decryptKey, type Contents } from './pkcs12.ts';

/** Certificates alone, without a key, are seldom more than three. */
const MOST_BLOCKS = 100;
/** That of UTF-8, read byte by byte. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

interface Block {
  label: string;
  /** With its first and last line. */
  text: string;
}

/** Opens texts; null when the password is not that of the key. Throws as `openPkcs12` does. */
export async function openPem(file: Buffer, password: string, work: Work): Promise<Contents | null> {
  const contents: Contents = { keys: [], certificates: [] };
  for (const { label, text } of blocksOf(file)) {
    if (/^(X509 )?CERTIFICATE$/.test(label)) contents.certificates.push(new X509Certificate(text));
    else if (label.endsWith('PRIVATE KEY')) {
      const key = await keyOf(label, text, password, work);
      if (!key) return null;
      contents.keys.push(key);
    }
  }
  return contents;
}

/** Null when the password does not fit. */
async function keyOf(label: string, text: string, password: string, work: Work): Promise<KeyObject | null> {
  if (label === 'ENCRYPTED PRIVATE KEY') {
    const base64 = text.split('\n').slice(1, -1).join('');
    return decryptKey(Buffer.from(base64, 'base64'), passwordOf(password), work);
  }
  if (!/^Proc-Type: *4,ENCRYPTED/m.test(text)) return createPrivateKey(text);
  try {
    // OpenSSL's own format hashes the password once: nothing to bound.
    return createPrivateKey({ key: text, passphrase: password });
  } catch {
    return null;
  }
}

/** Line by line: a pattern over the whole text would take time in proportion to the square of it. */
function blocksOf(file: Buffer): Block[] {
  const blocks: Block[] = [];
  let open: { label: string; lines: string[] } | null = null;
  for (const line of file
    .toString('latin1')
    .replace(BYTE_ORDER_MARK, '')
    .split(/\r\n|\r|\n/)) {
    const [, edge, label = ''] = /^-----(BEGIN|END) ([A-Z0-9 ]{1,40})----- *$/.exec(line) ?? [];
    if (edge === 'BEGIN') open = { label, lines: [] };
    open?.lines.push(line.trimEnd());
    if (edge === 'END' && open?.label === label) {
      if (blocks.length >= MOST_BLOCKS) throw new Unreadable(`it has more than ${MOST_BLOCKS} parts`);
      blocks.push({ label, text: `${open.lines.join('\n')}\n` });
      open = null;
    }
  }
  return blocks;
}
