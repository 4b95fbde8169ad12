/** Reads the codes of pictures, as a phone or scanner would. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';

/** Texts of the codes on a picture (PNG), QR codes unless told otherwise. */
export async function readPicture(
  picture: Uint8Array,
  formats: NonNullable<ReaderOptions['formats']> = ['QRCode'],
): Promise<string[]> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  // Unless it is given, the program is fetched from the internet.
  const wasmBinary = new Uint8Array(await readFile(wasm)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  // The pictures of programs are upright and dark on light.
  const look = { formats, tryRotate: false, tryInvert: false };
  const found = await readBarcodes(new Blob([new Uint8Array(picture)]), look);
  return found.map(({ text }) => text);
}
