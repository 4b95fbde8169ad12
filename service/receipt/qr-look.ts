/** Profile attribute Fis_QR: how the QR code of a receipt is drawn as a picture (doc 2). */

/** How a QR code is drawn. */
export interface QrLook {
  type: 'png' | 'bmp';
  /** Error correction. */
  level: 'L' | 'M' | 'Q' | 'H';
  /** Pixels per module. */
  size: number;
}

const DEFAULT_SIZE = 4;
/** The largest code has 185 modules with its margin; larger pixels would make a picture of megabytes. */
const MOST_SIZE = 32;

/** Reads the attribute, e.g. `type=bmp&size=4&ec_level=L`; null when it is missing or names no type that there is. */
export function qrLook(attribute: string | undefined): QrLook | null {
  if (attribute === undefined) return null;
  const values = new URLSearchParams(attribute);
  const type = values.get('type')?.toLowerCase() ?? 'png';
  if (type !== 'png' && type !== 'bmp') return null;
  const size = Number(values.get('size') ?? DEFAULT_SIZE);
  const level = values.get('ec_level')?.toUpperCase();
  return {
    type,
    level: level === 'L' || level === 'Q' || level === 'H' ? level : 'M',
    size: Number.isInteger(size) && size >= 1 && size <= MOST_SIZE ? size : DEFAULT_SIZE,
  };
}
