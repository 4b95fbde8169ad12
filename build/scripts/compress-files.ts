/**
 * Compresses built files beside themselves (`x.js.br`, `x.js.gz`), so that whoever serves them does not have to:
 * as small as it gets, once.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Kinds of files that become smaller. */
const TEXTS = /\.(css|html|js|json|svg)$/;
/** Bytes under which a file fits into one packet anyway. */
const LEAST = 1024;

/** Compresses all files of a folder that become smaller by it. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXTS.test(name)) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length < LEAST) continue;
    const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
    writeFileSync(`${path}.br`, brotliCompressSync(content, brotli));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
