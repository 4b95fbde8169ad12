/** Reads the QR codes of pictures, as a phone would. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Texts of the QR codes on a picture (PNG). */
export async function readPicture(picture: Uint8Array): Promise<string[]> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  // Unless it is given, the program is fetched from the internet.
  const wasmBinary = new Uint8Array(await readFile(wasm)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  // The pictures of programs are upright and dark on light.
  const look = { formats: ['QRCode' as const], tryRotate: false, tryInvert: false };
  const found = await readBarcodes(new Blob([new Uint8Array(picture)]), look);
  return found.map(({ text }) => text);
}
