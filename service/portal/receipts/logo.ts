/**
 * Whether a logo is the picture that it says it is. Browsers of customers draw it: a file of some
 * kilobytes can say that it is a hundred thousand pixels wide, and take all the memory of a phone.
 */

/** Pixels of a side; pages show 128 by 56 at most, on fine screens three times as many. */
export const MOST_PIXELS = 1024;

interface Size {
  width: number;
  height: number;
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/**
 * What is wrong with a logo; null when nothing is.
 * @param url data URL of a PNG or JPEG file
 */
export function logoProblem(url: string): 'picture' | 'pictureSize' | null {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const size = url.startsWith('data:image/png;') ? pngSize(bytes) : jpegSize(bytes);
  if (size === null) return 'picture';
  const { width, height } = size;
  return width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS ? 'pictureSize' : null;
}

/** The header comes first, and nothing behind the end. */
function pngSize(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, PNG.length).equals(PNG) || !bytes.subarray(-PNG_END.length).equals(PNG_END))
    return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Segments up to the header of the frame, which has the size; the end marker is the last thing. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9)
    return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    const length = bytes.readUInt16BE(at + 2);
    // Frames; not the tables for Huffman (c4) and arithmetic coding (cc), nor c8, which is none.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}
