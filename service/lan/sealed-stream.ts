/**
 * Files of an export between two machines of a shop, over a connection that
 * anybody may listen to. 16 bytes of salt, then frames: 4 bytes of length,
 * AES-256-GCM of a kind byte and its content, 16 bytes of tag. The key is made of
 * the shop's, the id of the question and the salt; the IV is the frame's number:
 * no frame can be changed, left out, moved, or taken from another answer. The last
 * one says that it is the last, so that half an answer is noticed.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { isTree } from '../receipt/tree.ts';

/** What an answer consists of. */
export type Frame =
  /** A file begins. */
  | { kind: 'file'; name: string }
  /** The next bytes of it. */
  | { kind: 'data'; bytes: Buffer }
  /** All files are there. */
  | { kind: 'end'; records: number; registers: string[] };

/** An answer that cannot be read to its end. */
export class StreamError extends Error {}

const SALT_BYTES = 16;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** Bytes of a file in one frame. */
const PIECE_BYTES = 65_536;
/** The end names registers, which takes more than a piece of a file. */
const MOST_FRAME_BYTES = 1_000_000;
const KINDS = ['file', 'data', 'end'] as const;

/**
 * Seals an answer.
 * @param key of the shop
 * @param id of the question
 */
export async function* sealStream(
  key: Buffer,
  id: string,
  frames: AsyncIterable<Frame>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = keyOf(key, id, salt);
  let number = 0;
  yield salt;
  for await (const frame of frames) {
    for (const content of contentsOf(frame)) {
      const cipher = createCipheriv(CIPHER, own, ivOf(number++));
      const kind = cipher.update(Buffer.of(KINDS.indexOf(frame.kind)));
      const sealed = Buffer.concat([kind, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(sealed.length);
      yield Buffer.concat([length, sealed]);
    }
  }
}

/**
 * Opens an answer, frame by frame; the last frame is the end.
 * @param key of the shop
 * @param id of the question
 * @throws StreamError when it is not sealed for this question, or breaks off
 */
export async function* openStream(
  key: Buffer,
  id: string,
  answer: AsyncIterable<Buffer>,
): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  let own: Buffer | null = null;
  let number = 0;
  let isEnded = false;
  for await (const piece of answer) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    if (own === null) {
      if (rest.length < SALT_BYTES) continue;
      own = keyOf(key, id, rest.subarray(0, SALT_BYTES));
      rest = rest.subarray(SALT_BYTES);
    }
    while (rest.length >= LENGTH_BYTES) {
      const length = rest.readUInt32BE();
      if (isEnded || length <= TAG_BYTES || length > MOST_FRAME_BYTES) throw new StreamError(NOT_SEALED);
      if (rest.length < LENGTH_BYTES + length) break;
      const frame = openFrame(own, number++, rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
      rest = rest.subarray(LENGTH_BYTES + length);
      isEnded = frame.kind === 'end';
      yield frame;
    }
  }
  if (!isEnded || rest.length > 0) throw new StreamError('its answer broke off');
}

const NOT_SEALED = 'its answer is not sealed with the secret of the shop';

function keyOf(key: Buffer, id: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `tillmark lan export ${id}`, 32));
}

function ivOf(number: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUIntBE(number, 6, 6);
  return iv;
}

function* contentsOf(frame: Frame): Generator<Buffer> {
  if (frame.kind === 'file') yield Buffer.from(JSON.stringify({ name: frame.name }));
  else if (frame.kind === 'end') {
    const { records, registers } = frame;
    yield Buffer.from(JSON.stringify({ records, registers }));
  } else {
    for (let at = 0; at < frame.bytes.length; at += PIECE_BYTES)
      yield frame.bytes.subarray(at, at + PIECE_BYTES);
  }
}

function openFrame(key: Buffer, number: number, sealed: Buffer): Frame {
  const at = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, ivOf(number), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(at));
  let opened: Buffer;
  try {
    opened = Buffer.concat([decipher.update(sealed.subarray(0, at)), decipher.final()]);
  } catch {
    throw new StreamError(NOT_SEALED);
  }
  const frame = readFrame(KINDS[opened[0]!], opened.subarray(1));
  if (!frame) throw new StreamError('its answer makes no sense to this version');
  return frame;
}

function readFrame(kind: Frame['kind'] | undefined, content: Buffer): Frame | null {
  if (kind === undefined) return null;
  if (kind === 'data') return { kind, bytes: content };
  let value: unknown;
  try {
    value = JSON.parse(content.toString('utf8'));
  } catch {
    return null;
  }
  if (!isTree(value)) return null;
  const { name, records, registers } = value;
  if (kind === 'file') return typeof name === 'string' && name.length <= 200 ? { kind, name } : null;
  const isEnd =
    Number.isSafeInteger(records) &&
    Array.isArray(registers) &&
    registers.every((register) => typeof register === 'string');
  return isEnd ? { kind, records: records as number, registers } : null;
}
