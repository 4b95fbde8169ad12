/**
 * `npm run bench:dsfinvk -- [--receipts 100000] [--seed 1]`
 *
 * Makes up a year of a German till, measures the export `dsfinvk` of all of it, and has the
 * independent check read every row: DTD, keys, sums, closings, what was signed.
 */
import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import yauzl from 'yauzl';
import { root } from '../../build/scripts/root.ts';
import { verifyDsfinvk } from '../../service/countries/de/verify-dsfinvk/verify.ts';
import { generateGermanYear } from '../year/germany.ts';
import type { MeasuredExport } from './measure-export.ts';

const MB = 1e6;

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});

/** Unpacks all files of an archive; their size in bytes. */
async function unpackAll(archive: string, folder: string): Promise<number> {
  const zip = await yauzl.openPromise(archive, { strictFileNames: true });
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const to = createWriteStream(join(folder, entry.fileName));
      await pipeline(await zip.openReadStreamPromise(entry), to);
      bytes += entry.uncompressedSize;
    }
  } finally {
    zip.close();
  }
  return bytes;
}

mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist', 'bench-dsfinvk-'));
try {
  console.log(`making up ${values.receipts} records of a year`);
  const [database, stateFile, archive] = ['journal.db', 'state.json', 'export.zip'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const asked = { receipts: Number(values.receipts), seed: Number(values.seed) };
  const year = await generateGermanYear(database, join(folder, 'rn'), asked);
  writeFileSync(stateFile, JSON.stringify(year.state));
  const program = join(import.meta.dirname, 'dsfinvk-export.ts');
  const told = execFileSync(process.execPath, [program, database, stateFile, archive], { encoding: 'utf8' });
  const measured = JSON.parse(told) as MeasuredExport & { cpuSeconds: number };
  const unpacked = join(folder, 'files');
  mkdirSync(unpacked);
  const bytes = await unpackAll(archive, unpacked);
  const names = readdirSync(unpacked);
  const began = performance.now();
  const { findings, more, counts } = await verifyDsfinvk({
    names,
    open: (name) => (names.includes(name) ? createReadStream(join(unpacked, name)) : null),
  });
  const { closings = 0, processes = 0 } = counts;
  const problems = findings.map(({ file, record, text }) => `${file} ${record}: ${text}`);
  if (closings !== year.closings) problems.push(`${closings} closings, expected ${year.closings}`);
  if (processes !== year.processes) problems.push(`${processes} processes, expected ${year.processes}`);
  for (const problem of problems.slice(0, 20)) console.error(problem);
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.table({
    ...{ closings, processes },
    'export s': measured.seconds.toFixed(1),
    'processor s': measured.cpuSeconds.toFixed(1),
    'processes per second': Math.round(processes / measured.seconds),
    'memory before (MB)': Math.round(measured.idleMemory / MB),
    'memory at most (MB)': Math.round(measured.peakMemory / MB),
    'files (MB)': Math.round(bytes / MB),
    'archive (MB)': Math.round(measured.archiveBytes / MB),
    'check s': ((performance.now() - began) / 1000).toFixed(1),
  });
  console.log(
    problems.length + more === 0 ? 'the check finds nothing wrong' : `${problems.length + more} problems`,
  );
  process.exitCode = problems.length + more === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
