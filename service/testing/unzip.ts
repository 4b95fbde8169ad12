import fs from 'node:fs/promises';
import yauzl from 'yauzl';

/** Reads a zip archive to its end, checking sizes and check sums. Contents by name. */
export async function unzip(archive: Buffer | string): Promise<Record<string, Buffer>> {
  const bytes = typeof archive === 'string' ? await fs.readFile(archive) : archive;
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files[entry.fileName] = Buffer.concat(chunks);
  }
  return files;
}
