/** Checks a large SAF-T file without holding it in memory. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { SaftChecker } from '../../service/countries/pt/saft/testing/assertions.ts';
import { officialPath } from '../../service/testing/official.ts';

/** The tax authority's schema, where it lies beside the project. */
const SCHEMA = officialPath('schemas/pt/SAFTPT1.04_01-xsd10.xsd');
/** Elements that stand once in each document. */
const NUMBERS = ['<InvoiceNo>', '<DocumentNumber>', '<PaymentRefNo>'];

/** Unpacks the one file of an archive; its size in bytes. */
export async function unpack(archive: string, to: string): Promise<number> {
  const zip = await yauzl.openPromise(archive, { strictFileNames: true });
  try {
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to));
    }
    if (entries.length !== 1) throw new Error(`${entries.length} files in the archive`);
    return entries[0]!.uncompressedSize;
  } finally {
    zip.close();
  }
}

/** What a file holds, and what is wrong with it. */
export interface Checked {
  documents: number;
  problems: string[];
}

/** Reads a file with the eyes of the tax authority: totals, references, signatures. */
export async function checkFile(file: string, publicKey: string): Promise<Checked> {
  const checker = new SaftChecker({ publicKeys: new Map([['1', publicKey]]) });
  let documents = 0;
  let rest = '';
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    checker.write(chunk);
    const text = rest + chunk.toString('latin1');
    const end = text.lastIndexOf('<');
    for (const name of NUMBERS) documents += text.slice(0, end).split(name).length - 1;
    rest = text.slice(end);
  }
  return { documents, problems: checker.end() };
}

/** What the schema finds wrong, empty when nothing; null where there is no schema or no xmllint. */
export async function validate(file: string): Promise<string | null> {
  if (!existsSync(SCHEMA) || spawnSync('xmllint', ['--version']).error) return null;
  const child = spawn('xmllint', ['--stream', '--noout', '--schema', SCHEMA, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(0, 2000)));
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? '' : said;
}
