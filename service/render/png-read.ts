/**
 * Reads pictures of PNG (ISO 15948) as shades of grey on white. A file may be
 * anything: sizes are looked at before memory is taken, and what is packed may
 * not become larger than its size says.
 */
import { inflateSync } from 'node:zlib';

/** A picture, its shades row by row: 0 black to 255 white. */
export interface GreyPicture {
  width: number;
  height: number;
  shades: Uint8Array;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Pixels of a side. */
const MOST_SIDE = 2000;
/** Values of a pixel by colour type: grey, red green blue, palette, grey and alpha, red green blue and alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  width: number;
  height: number;
  depth: number;
  colour: number;
}

/**
 * Reads a file.
 * @throws Error that says what is wrong with it, for people
 */
export function readPng(file: Buffer): GreyPicture {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('it is no PNG file');
  const chunks = chunksOf(file);
  const header = headerOf(chunks.find(({ type }) => type === 'IHDR')?.data);
  const palette = paletteOf(chunks);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const { width, height, depth, colour } = header;
  const channels = CHANNELS[colour]!;
  const line = Math.ceil((width * channels * depth) / 8);
  let raw: Buffer;
  try {
    raw = inflateSync(packed, { maxOutputLength: (line + 1) * height });
  } catch {
    throw new Error('its picture cannot be unpacked');
  }
  if (raw.length < (line + 1) * height) throw new Error('its picture ends too early');
  const bytes = unfiltered(raw, line, height, Math.max(1, (channels * depth) >> 3));
  const shades = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = (channel: number) => valueAt(bytes, y * line, x * channels + channel, depth);
      shades[y * width + x] = shadeOf(value, header, palette);
    }
  }
  return { width, height, shades };
}

function chunksOf(file: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    if (at + 12 + length > file.length) break;
    chunks.push({
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

function headerOf(data: Buffer | undefined): Header {
  if (data?.length !== 13) throw new Error('it has no header');
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth, colour, interlaced] = [data[8]!, data[9]!, data[12]!];
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) {
    throw new Error(`it must have 1 to ${MOST_SIDE} pixels each way`);
  }
  const fits = [0, 3].includes(colour) ? [1, 2, 4, 8].includes(depth) : depth === 8;
  if (!(colour in CHANNELS) || !fits || interlaced !== 0) {
    throw new Error('save it with 8 bits a colour, and not interlaced');
  }
  return { width, height, depth, colour };
}

/** Shades and opacity of the colours of a palette. */
function paletteOf(chunks: readonly { type: string; data: Buffer }[]): [number, number][] {
  const colours = chunks.find(({ type }) => type === 'PLTE')?.data ?? Buffer.alloc(0);
  const alphas = chunks.find(({ type }) => type === 'tRNS')?.data ?? Buffer.alloc(0);
  return Array.from({ length: Math.floor(colours.length / 3) }, (_, i) => [
    greyOf(colours[3 * i]!, colours[3 * i + 1]!, colours[3 * i + 2]!),
    alphas[i] ?? 255,
  ]);
}

/** Takes the filters of the lines back (section 9). */
function unfiltered(raw: Buffer, line: number, height: number, step: number): Uint8Array {
  const bytes = new Uint8Array(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)]!;
    if (filter > 4) throw new Error('its picture cannot be read');
    for (let x = 0; x < line; x += 1) {
      const at = y * line + x;
      const left = x >= step ? bytes[at - step]! : 0;
      const above = y > 0 ? bytes[at - line]! : 0;
      const corner = x >= step && y > 0 ? bytes[at - line - step]! : 0;
      const guess = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter]!;
      bytes[at] = raw[y * (line + 1) + 1 + x]! + guess;
    }
  }
  return bytes;
}

/** The Paeth predictor. */
function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

function valueAt(bytes: Uint8Array, line: number, index: number, depth: number): number {
  if (depth === 8) return bytes[line + index]!;
  const bit = index * depth;
  return (bytes[line + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function shadeOf(
  value: (channel: number) => number,
  { colour, depth }: Header,
  palette: readonly [number, number][],
): number {
  switch (colour) {
    case 0:
      return Math.round((value(0) * 255) / ((1 << depth) - 1));
    case 3:
      return onWhite(...(palette[value(0)] ?? [255, 255]));
    case 4:
      return onWhite(value(0), value(1));
    default:
      return onWhite(greyOf(value(0), value(1), value(2)), colour === 6 ? value(3) : 255);
  }
}

/** Brightness as eyes see it (ITU-R BT.601). */
function greyOf(red: number, green: number, blue: number): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}

function onWhite(shade: number, alpha: number): number {
  return Math.round(255 + ((shade - 255) * alpha) / 255);
}
