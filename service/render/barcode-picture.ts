/** Bar codes as files, for who prints them without drawing them. */
import { barcodeRows } from './barcode.ts';
import { bmp } from './bmp.ts';
import { png } from './png.ts';

/** How a bar code is drawn. */
export interface BarcodeLook {
  type: 'png' | 'bmp';
  /** Pixels per module. */
  size: number;
}

/**
 * Draws digits with their quiet zone.
 * @param texts one below the other
 * @returns the file
 * @throws when they are no digits
 */
export function barcodePicture(
  kind: 'pdf417' | 'code128',
  texts: readonly string[],
  { type, size }: BarcodeLook,
): Buffer {
  const rows = barcodeRows(kind, texts);
  const [width, height] = [rows[0]!.length * size, rows.length * size];
  const dark = (x: number, y: number) => rows[Math.floor(y / size)]![Math.floor(x / size)]!;
  return type === 'bmp' ? bmp(width, dark, height) : png(width, height, dark);
}
