/**
 * Messages between the machines of a shop as UDP datagrams: a version byte, 12
 * bytes of IV, then JSON under AES-256-GCM with its 16 byte tag. Whoever does not
 * have the shop's secret (profile attribute `Lan_Key`) can neither read nor write one.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Json } from '../receipt/json.ts';
import { isTree, type Tree, type TreeValue } from '../receipt/tree.ts';

/** A question, a call, or the answer to one. */
export interface Message {
  /** What it is about, e.g. `hello`. */
  kind: string;
  /** 32 hex digits; an answer has that of its question. */
  id: string;
  /** When it was made, milliseconds since 1970 by the sender's clock. */
  at: number;
  /** Instance id of the sender's installation. */
  from: string;
  body: Tree;
}

/** Levels of nesting in a message: a receipt with the deepest extension it may have, and what is around it. */
const MOST_LEVELS = 40;

/** Longest datagram, bytes: UDP over IPv4 carries 65,507. */
export const MOST_BYTES = 60_000;

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES;
const CIPHER = 'aes-256-gcm';

/** The key of a shop, made of its secret. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'tillmark lan', `datagram ${VERSION}`, 32));
}

/** A new id for a question. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** The datagram of a message; null when it would be too long. */
export function seal(key: Buffer, message: Omit<Message, 'body'> & { body: Json | object }): Buffer | null {
  return sealText(key, Buffer.from(JSON.stringify(message)));
}

/** The datagram of a text, which may be no message; null when it would be too long. */
export function sealText(key: Buffer, text: Buffer): Buffer | null {
  if (HEAD_BYTES + text.length + TAG_BYTES > MOST_BYTES) return null;
  const version = Buffer.of(VERSION);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(version);
  const secret = [cipher.update(text), cipher.final()];
  return Buffer.concat([version, iv, ...secret, cipher.getAuthTag()]);
}

/** The message in a datagram; null for everything that is none. Never throws. */
export function open(key: Buffer, datagram: Buffer): Message | null {
  if (datagram.length <= HEAD_BYTES + TAG_BYTES || datagram.length > MOST_BYTES) return null;
  if (datagram[0] !== VERSION) return null;
  const tag = datagram.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, datagram.subarray(1, HEAD_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(datagram.subarray(0, 1)).setAuthTag(datagram.subarray(tag));
  try {
    const text = Buffer.concat([decipher.update(datagram.subarray(HEAD_BYTES, tag)), decipher.final()]);
    return messageOf(JSON.parse(text.toString('utf8')));
  } catch {
    return null;
  }
}

function messageOf(value: unknown): Message | null {
  if (!isTree(value)) return null;
  const { kind, id, at, from, body } = value;
  const isMessage =
    typeof kind === 'string' &&
    /^[a-z]{1,20}$/.test(kind) &&
    typeof id === 'string' &&
    /^[0-9a-f]{32}$/.test(id) &&
    typeof at === 'number' &&
    Number.isSafeInteger(at) &&
    typeof from === 'string' &&
    /^[\w-]{1,100}$/.test(from) &&
    isTree(body) &&
    isWithin(body, MOST_LEVELS);
  return isMessage ? { kind, id, at, from, body } : null;
}

/** True when nothing is nested deeper: what looks at values behind this may do so recursively. */
function isWithin(value: TreeValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner: TreeValue) => isWithin(inner, levels - 1));
}
