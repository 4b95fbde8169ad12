/** Profile attribute Fis_QR with `type=bmp`: the QR code of an answer as a picture beside it (doc 2). */
import type { TraC } from '../receipt/tra.ts';

/** How a QR code is drawn. */
export interface QrLook {
  type: 'bmp';
  /** Error correction. */
  level: 'L' | 'M' | 'Q' | 'H';
  /** Pixels per module. */
  size: number;
}

/** Draws a text as QR code; the bytes of the picture. */
export type DrawQr = (text: string, look: QrLook) => Buffer;

const DEFAULT_SIZE = 4;
/** The largest code has 185 modules with its margin; larger pixels would make a picture of megabytes. */
const MOST_SIZE = 32;

/** Reads the attribute, e.g. `type=bmp&size=4&ec_level=L`; null when it asks for no BMP. */
export function qrLook(attribute: string | undefined): QrLook | null {
  const values = new URLSearchParams(attribute ?? '');
  if (values.get('type')?.toLowerCase() !== 'bmp') return null;
  const size = Number(values.get('size') ?? DEFAULT_SIZE);
  const level = values.get('ec_level')?.toUpperCase();
  return {
    type: 'bmp',
    level: level === 'L' || level === 'Q' || level === 'H' ? level : 'M',
    size: Number.isInteger(size) && size >= 1 && size <= MOST_SIZE ? size : DEFAULT_SIZE,
  };
}

/**
 * The picture that belongs to an answer, null when none is wanted or there is no code.
 * @throws when the code is too long for a symbol
 */
export function qrPicture({ Fis }: TraC, attribute: string | undefined, draw: DrawQr): Buffer | null {
  const look = qrLook(attribute);
  return look && Fis?.Code !== undefined ? draw(Fis.Code, look) : null;
}
