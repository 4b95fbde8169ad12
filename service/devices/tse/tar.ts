/** Writes TAR archives (POSIX.1-2001, ustar) in pieces: what exports of TSEs are. */

const BLOCK = 512;
/** Longer names have a record of their own in front (pax). */
const LONGEST_NAME = 100;

/** A file of an archive. */
export interface TarFile {
  name: string;
  content: Uint8Array;
  /** Whole seconds since 1970. */
  seconds: number;
}

/** The bytes of a file with its head. */
export function tarEntry(file: TarFile): Buffer {
  const name = Buffer.from(file.name);
  if (name.length <= LONGEST_NAME) return entry(name, file, '0');
  const pax = Buffer.from(paxRecord('path', file.name));
  const long = { ...file, content: pax };
  return Buffer.concat([
    entry(Buffer.from('././@PaxHeader'), long, 'x'),
    entry(name.subarray(0, LONGEST_NAME), file, '0'),
  ]);
}

/** What ends an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

function entry(name: Uint8Array, { content, seconds }: TarFile, type: string): Buffer {
  const padding = (BLOCK - (content.length % BLOCK)) % BLOCK;
  return Buffer.concat([head(name, content.length, seconds, type), content, Buffer.alloc(padding)]);
}

function head(name: Uint8Array, size: number, seconds: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.set(name, 0);
  const octal = (value: number, at: number, width: number) =>
    block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  block.fill(' ', 148, 156);
  block.write(type, 156, 'latin1');
  block.write('ustar\0', 257, 'latin1');
  block.write('00', 263, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** `<length> <key>=<value>\n`, where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const size = Buffer.byteLength(rest);
  let length = size + String(size).length;
  if (String(length).length !== String(size).length) length = size + String(length).length;
  return `${length}${rest}`;
}
