/**
 * Reads a TAR (POSIX ustar, with long names of PAX and GNU) piece by piece. Every byte
 * is foreign: no member decides how much memory is taken, nothing is ever written to a
 * path, and what is no plain file is told and not followed.
 */

const BLOCK = 512;
/** Longest extended header, which holds a name or two. Bytes. */
const LONGEST_EXTENSION = 65_536;

/** A member. */
export interface Member {
  /** As it stands in the archive. */
  name: string;
  kind: 'file' | 'folder' | 'other';
  /** Bytes that the header announces. */
  size: number;
  /** Null for what is no file, and for files that are longer than is read. */
  content: Buffer | null;
}

/** The archive cannot be read any further. */
export class TarError extends Error {}

interface Header {
  name: string;
  type: string;
  size: number;
}

/** Reads pieces of any size. */
export class TarReader {
  private readonly longest: (name: string) => number;
  /** Bytes of a block or content that is not whole yet. */
  private rest: Buffer = Buffer.alloc(0);
  private offset = 0;
  private current: Header | null = null;
  /** Bytes of the current member, padding included, that are passed over. */
  private skip = 0;
  /** What extended headers say of the next member. */
  private extended: { path?: string; size?: number } = {};
  private zeros = 0;

  /** @param longest most bytes of content that are kept of a file of this name */
  constructor(longest: (name: string) => number) {
    this.longest = longest;
  }

  /**
   * Takes a piece; returns the members that end in it.
   * @throws TarError
   */
  push(piece: Uint8Array): Member[] {
    let bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (this.rest.length > 0) bytes = Buffer.concat([this.rest, bytes]);
    const members: Member[] = [];
    let at = 0;
    for (;;) {
      if (this.skip > 0) {
        const step = Math.min(this.skip, bytes.length - at);
        this.skip -= step;
        at += step;
        if (this.skip > 0) break;
      }
      if (this.current) {
        const { size } = this.current;
        if (bytes.length - at < padded(size)) break;
        const member = this.whole(this.current, bytes.subarray(at, at + size));
        if (member) members.push(member);
        at += padded(size);
        this.current = null;
      } else {
        if (bytes.length - at < BLOCK) break;
        const member = this.header(bytes.subarray(at, at + BLOCK), this.offset + at);
        if (member) members.push(member);
        at += BLOCK;
      }
    }
    this.offset += at;
    // A copy: what is left of a large piece must not keep all of it.
    this.rest = Buffer.from(bytes.subarray(at));
    return members;
  }

  /**
   * After the last piece.
   * @returns whether the archive has its proper end, which some makers leave out
   * @throws TarError when it ends in the middle of something
   */
  end(): boolean {
    if (this.current || this.skip > 0 || this.rest.length > 0 || 'path' in this.extended) {
      const name = this.current ? ` in ${this.current.name}` : '';
      throw new TarError(`the archive is cut off${name} after ${this.offset + this.rest.length} bytes`);
    }
    return this.zeros > 1;
  }

  /** Takes a header; returns the member where nothing of it has to be waited for. */
  private header(block: Buffer, offset: number): Member | null {
    if (isZero(block)) {
      this.zeros += 1;
      return null;
    }
    if (this.zeros > 0)
      throw new TarError(`there is something behind the end of the archive, byte ${offset}`);
    const read = readHeader(block, offset);
    if (read.type === 'x' || read.type === 'L' || read.type === 'g' || read.type === 'K') {
      if (read.size > LONGEST_EXTENSION)
        throw new TarError(`byte ${offset}: an extended header of ${read.size} bytes`);
      this.current = read;
      return null;
    }
    const { path = read.name, size = read.size } = this.extended;
    this.extended = {};
    const kind = read.type === '0' ? 'file' : read.type === '5' ? 'folder' : 'other';
    if (kind === 'file' && size <= this.longest(path)) {
      this.current = { name: path, type: '0', size };
      return null;
    }
    // Links and devices have no content, whatever their header says; folders neither.
    if (kind === 'file') this.skip = padded(size);
    return { name: path, kind, size, content: null };
  }

  /** Null for what only says something of the next member. */
  private whole({ name, type, size }: Header, bytes: Buffer): Member | null {
    if (type === '0') return { name, kind: 'file', size, content: bytes };
    if (type === 'L') this.extended.path = textOf(bytes);
    if (type === 'x') Object.assign(this.extended, readExtension(bytes));
    return null;
  }
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

function isZero(block: Buffer): boolean {
  return block[0] === 0 && block.every((byte) => byte === 0);
}

function readHeader(block: Buffer, offset: number): Header {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 0x20 : block[i]!;
  if (sum !== octal(block.subarray(148, 156)))
    throw new TarError(
      offset === 0
        ? 'this is no TAR archive'
        : `the archive is damaged at byte ${offset}: no member begins there`,
    );
  const size = sizeOf(block.subarray(124, 136));
  if (size === null) throw new TarError(`the archive is damaged at byte ${offset}: the size is no number`);
  const name = textOf(block.subarray(0, 100));
  const isPosix = block.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isPosix ? textOf(block.subarray(345, 500)) : '';
  const type = String.fromCharCode(block[156]!);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: type === '\0' || type === '7' ? '0' : type,
    size,
  };
}

/** Octal, or binary behind a first byte of 0x80 as GNU writes sizes above 8 GB. */
function sizeOf(field: Buffer): number | null {
  if (field[0] !== 0x80) return octal(field);
  const size = field.readBigUInt64BE(4);
  const isSafe = field.subarray(1, 4).every((byte) => byte === 0) && size <= BigInt(Number.MAX_SAFE_INTEGER);
  return isSafe ? Number(size) : null;
}

function octal(field: Buffer): number | null {
  const [, digits] = /^ *([0-7]{1,11})[ \0]*$/.exec(field.toString('latin1')) ?? [];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? field.length : end);
}

/** Records of PAX: `<length> <key>=<value>\n`. */
function readExtension(bytes: Buffer): { path?: string; size?: number } {
  const read: { path?: string; size?: number } = {};
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const length = /^[1-9]\d{0,5}$/.test(bytes.toString('latin1', at, space))
      ? bytes.toString('latin1', at, space)
      : '';
    const end = at + Number(length);
    const equals = bytes.indexOf(0x3d, space);
    if (space === -1 || length === '' || end > bytes.length || equals === -1 || equals >= end)
      throw new TarError('an extended header is damaged');
    const key = bytes.toString('latin1', space + 1, equals);
    const value = bytes.toString('utf8', equals + 1, end - 1);
    if (key === 'path') read.path = value;
    if (key === 'size') {
      if (!/^\d{1,15}$/.test(value)) throw new TarError('an extended header is damaged');
      read.size = Number(value);
    }
    at = end;
  }
  return read;
}
