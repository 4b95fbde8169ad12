/**
 * Compressed journal files in members: gzip files of 200 lines each, one behind the
 * other, which any gzip unpacks as one. A record is found by unpacking one of
 * them. Each says in its header how long it is (RFC 1952, extra field `TM`).
 */
import { constants, crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

/** Lines of a member; the last one of a file may have fewer. */
export const LINES_PER_MEMBER = 200;

const LINE_FEED = 0x0a;
/** Large pieces: each one costs a turn of the main thread. */
const CHUNK = 262_144;
/** Magic, deflate, an extra field, no time, best compression, no system. */
const HEAD = Buffer.from([0x1f, 0x8b, 0x08, 0x04, 0, 0, 0, 0, 2, 255]);
/** The extra field: 8 bytes, of which 4 are the length. */
const EXTRA = Buffer.from([8, 0, 0x54, 0x4d, 4, 0]);
const LENGTH_AT = HEAD.length + EXTRA.length;
const FRONT = LENGTH_AT + 4;
/** CRC-32 and length of the content. */
const BACK = 8;

const deflate = promisify(deflateRaw);

/** Packs lines, each with its line feed; the same lines always to the same bytes. */
export async function packMembers(lines: Buffer): Promise<Buffer> {
  const members: Buffer[] = [];
  for (const content of partsOf(lines)) members.push(await packMember(content));
  return Buffer.concat(members);
}

/** The members of a file; null for a file that was packed by another program. */
export function membersOf(packed: Buffer): Buffer[] | null {
  const members: Buffer[] = [];
  for (let at = 0; at < packed.length;) {
    const begin = packed.subarray(at, at + FRONT);
    if (begin.length < FRONT || !begin.subarray(HEAD.length, LENGTH_AT).equals(EXTRA)) return null;
    const length = begin.readUInt32LE(LENGTH_AT);
    if (length < FRONT + BACK || length > packed.length - at) return null;
    members.push(packed.subarray(at, at + length));
    at += length;
  }
  return members;
}

/** Length of a member's content, bytes. */
export function contentLength(member: Buffer): number {
  return member.readUInt32LE(member.length - 4);
}

function* partsOf(lines: Buffer): Generator<Buffer> {
  let begin = 0;
  let count = 0;
  for (let end = lines.indexOf(LINE_FEED) + 1; end > 0; end = lines.indexOf(LINE_FEED, end) + 1) {
    if (++count % LINES_PER_MEMBER > 0) continue;
    yield lines.subarray(begin, end);
    begin = end;
  }
  if (begin < lines.length) yield lines.subarray(begin);
}

async function packMember(content: Buffer): Promise<Buffer> {
  const body = await deflate(content, { level: constants.Z_BEST_COMPRESSION, memLevel: 9, chunkSize: CHUNK });
  const front = Buffer.alloc(FRONT);
  HEAD.copy(front);
  EXTRA.copy(front, HEAD.length);
  front.writeUInt32LE(FRONT + body.length + BACK, LENGTH_AT);
  const back = Buffer.alloc(BACK);
  back.writeUInt32LE(crc32(content), 0);
  back.writeUInt32LE(content.length, 4);
  return Buffer.concat([front, body, back]);
}
