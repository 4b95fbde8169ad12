/** The export `tse`: what the TSEs have signed, as they give it out (BSI TR-03153). */
import type { CountryExport } from '../contract/exports.ts';
import type { TseArchive } from '../contract/tse.ts';
import { issue } from './codes.ts';

/** One archive as it is; several in an archive of archives, each under its name. */
export const tse: CountryExport = {
  archive: 'export.tar',
  single: true,
  // A chain of counters: everything, or nothing that can be verified (DE33).
  timeless: true,
  async lacks({ tses }) {
    const archives = (await tses?.archives()) ?? [];
    return archives.length > 0 ? [] : [issue('#DE_NO_TSE', 'type', 'there are no log messages of TSEs here')];
  },
  async *files(_scope, { tses }) {
    const archives = (await tses?.archives()) ?? [];
    if (archives.length === 0) throw new Error('there are no log messages of TSEs here');
    const [only] = archives;
    const content = archives.length === 1 ? only!.content() : together(archives);
    yield { name: 'export.tar', content };
  },
};

const BLOCK = 512;

async function* together(archives: readonly TseArchive[]): AsyncGenerator<Buffer> {
  for (const { name, size, content } of archives) {
    yield header(name, size);
    yield* content();
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Of a file (POSIX ustar). @param name at most 100 bytes */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 'latin1');
  block.write('0000600\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  block.write('00000000000\0', 136, 'latin1');
  block.fill(' ', 148, 156);
  block.write('0', 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
