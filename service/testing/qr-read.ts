/**
 * Reads a QR code from its modules: format, mask and content, without error
 * correction. Written from the standard, not from the program that draws.
 */

/** What a symbol says. */
export interface QrReading {
  version: number;
  level: 'L' | 'M' | 'Q' | 'H';
  text: string;
}

/** Error correction codewords per block, and blocks, by version 1 to 40 at level M. */
const EC_M = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS_M = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
  31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const MASKS: ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_y, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/** @throws for other levels than M: the program draws no other */
export function readQr(rows: readonly (readonly boolean[])[]): QrReading {
  const size = rows.length;
  const version = (size - 17) / 4;
  const format = [0, 1, 2, 3, 4].reduce((bits, x) => (bits << 1) | Number(rows[8]![x]), 0) ^ 0b10101;
  const level = (['M', 'L', 'H', 'Q'] as const)[format >> 3]!;
  if (level !== 'M') throw new Error(`level ${level}`);
  const mask = MASKS[format & 7]!;
  const reserved = reservedModules(version, size);
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (!reserved[y]![x]) bits.push(Number(rows[y]![x] !== mask(y, x)));
      }
    }
    up = !up;
  }
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
  return { version, level, text: segments(dataOf(codewords, version), version) };
}

function reservedModules(version: number, size: number): boolean[][] {
  const reserved = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const reserve = (y0: number, x0: number, height: number, width: number) => {
    for (let y = y0; y < y0 + height; y++) for (let x = x0; x < x0 + width; x++) reserved[y]![x] = true;
  };
  reserve(0, 0, 9, 9);
  reserve(0, size - 8, 9, 8);
  reserve(size - 8, 0, 8, 9);
  reserve(6, 0, 1, size);
  reserve(0, 6, size, 1);
  if (version >= 7) {
    reserve(0, size - 11, 6, 3);
    reserve(size - 11, 0, 3, 6);
  }
  const centres = alignmentCentres(version, size);
  for (const y of centres) {
    for (const x of centres) {
      const corner = (y === 6 && x === 6) || (y === 6 && x === size - 7) || (y === size - 7 && x === 6);
      if (!corner) reserve(y - 2, x - 2, 5, 5);
    }
  }
  return reserved;
}

function alignmentCentres(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, i) => size - 7 - i * step);
  return [6, ...rest.reverse()];
}

/** Takes the data out of the interleaved blocks. */
function dataOf(codewords: readonly number[], version: number): number[] {
  const blocks = BLOCKS_M[version - 1]!;
  const perBlock = EC_M[version - 1]!;
  const data = codewords.length - blocks * perBlock;
  const short = Math.floor(data / blocks);
  const long = data % blocks;
  const lengths = Array.from({ length: blocks }, (_, i) => short + (i >= blocks - long ? 1 : 0));
  const taken: number[][] = lengths.map(() => []);
  let at = 0;
  for (let i = 0; i <= short; i++) {
    lengths.forEach((length, block) => {
      if (i < length) taken[block]!.push(codewords[at++]!);
    });
  }
  return taken.flat();
}

function segments(data: readonly number[], version: number): string {
  const bits = data.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (byte >> i) & 1));
  let at = 0;
  const take = (count: number) => bits.slice(at, (at += count)).reduce((value, bit) => value * 2 + bit, 0);
  const range = version < 10 ? 0 : version < 27 ? 1 : 2;
  const bytes: number[] = [];
  const put = (text: string) => bytes.push(...Buffer.from(text, 'latin1'));
  while (at + 4 <= bits.length) {
    const mode = take(4);
    if (mode === 0) break;
    if (mode === 1) {
      for (let left = take([10, 12, 14][range]!); left > 0; left -= 3) {
        const digits = Math.min(left, 3);
        put(String(take([4, 7, 10][digits - 1]!)).padStart(digits, '0'));
      }
    } else if (mode === 2) {
      for (let left = take([9, 11, 13][range]!); left > 0; left -= 2) {
        const pair = left > 1 ? take(11) : take(6);
        put(left > 1 ? ALPHANUMERIC[Math.floor(pair / 45)]! + ALPHANUMERIC[pair % 45]! : ALPHANUMERIC[pair]!);
      }
    } else if (mode === 4) {
      for (let left = take([8, 16, 16][range]!); left > 0; left--) bytes.push(take(8));
    } else if (mode === 7) {
      take(8);
    } else throw new Error(`mode ${mode}`);
  }
  return Buffer.from(bytes).toString('utf8');
}
