/**
 * `npm run bench:saf-t-cash -- [--country DK] [--records 120000] [--seed 1] [--data-root DIR]`
 *
 * Makes up a year of three cash registers in Denmark, Norway and Sweden, measures the export `saft`
 * of all of it, and has the checkers that share nothing with it read every transaction: what is
 * described nowhere, numbers, sums, Z reports, signatures, and the official schema where it is at hand.
 * Then the same year several times over goes through a heap that holds none of it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import yauzl from 'yauzl';
import { root } from '../../build/scripts/root.ts';
import type { ExportFiles, ExportReport } from '../../service/countries/contract/audit.ts';
import { verifyCashRegister } from '../../service/countries/base/cash-register/verify/verify.ts';
import { SECRET } from '../../service/countries/no/testing/shop.ts';
import { verifyJournalExport } from '../../service/countries/se/verify/verify.ts';
import { lacksOfficial, officialPath } from '../../service/testing/official.ts';
import { generateCashYear, type CashYear, type JournalCountry } from '../year/cash-register.ts';
import { hotSpots } from './profile.ts';
import type { MeasuredExport } from './measure-export.ts';

const MB = 1e6;
/** How often the year comes in the run that must not need more memory, and the most of its heap, MB. */
const TIMES = 3;
const MOST_HEAP = 160;
const SCHEMAS: Readonly<Partial<Record<JournalCountry, string>>> = {
  DK: 'schemas/dk/SAF-T.xsd',
  NO: 'schemas/no/Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd',
};
const CHECKS: Readonly<Record<JournalCountry, (files: ExportFiles) => Promise<ExportReport>>> = {
  DK: verifyCashRegister,
  NO: (files) => verifyCashRegister({ ...files, keys: [SECRET] }),
  SE: verifyJournalExport,
};

const { values } = parseArgs({
  options: {
    country: { type: 'string' },
    records: { type: 'string', default: '120000' },
    seed: { type: 'string', default: '1' },
    'data-root': { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});

/** Unpacks all files of an archive; their size in bytes. */
async function unpackAll(archive: string, folder: string): Promise<number> {
  const zip = await yauzl.openPromise(archive, { strictFileNames: true });
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(join(folder, entry.fileName)));
      bytes += entry.uncompressedSize;
    }
  } finally {
    zip.close();
  }
  return bytes;
}

/** What the official schema finds wrong; why it was not asked. */
function schemaSays(country: JournalCountry, files: readonly string[]): string {
  const schema = SCHEMAS[country];
  if (schema === undefined) return 'there is none at hand';
  if (lacksOfficial(schema) !== null || spawnSync('xmllint', ['--version']).error) return 'not asked';
  const env = { ...process.env, XML_CATALOG_FILES: officialPath('schemas/catalog.xml') };
  const command = ['--nonet', '--noout', '--stream', '--schema', officialPath(schema), ...files];
  const { status, stderr } = spawnSync('xmllint', command, { encoding: 'utf8', env, maxBuffer: 1 << 26 });
  return status === 0 ? 'valid' : `wrong: ${stderr.slice(0, 2000)}`;
}

async function yearOf(
  country: JournalCountry,
  folder: string,
): Promise<{ dataRoot: string; yearFile: string }> {
  const dataRoot = join(folder, country);
  const yearFile = join(folder, `${country}.json`);
  if (existsSync(yearFile)) return { dataRoot, yearFile };
  console.log(`making up ${values.records} records of a year in ${country}`);
  const asked = { records: Number(values.records), seed: Number(values.seed) };
  const year = await generateCashYear({ dataRoot, country, ...asked });
  writeFileSync(yearFile, JSON.stringify(year));
  return { dataRoot, yearFile };
}

async function measure(country: JournalCountry, folder: string): Promise<boolean> {
  const { dataRoot, yearFile } = await yearOf(country, folder);
  const year = JSON.parse(readFileSync(yearFile, 'utf8')) as CashYear;
  const work = mkdtempSync(join(folder, 'export-'));
  try {
    const archive = join(work, 'export.zip');
    const program = join(import.meta.dirname, 'saf-t-cash-export.ts');
    const run = (more: string[], times = 1) => {
      // As the service is started.
      const flags = ['--max-semi-space-size=16', '--single-threaded-gc', ...more];
      const command = [...flags, program, dataRoot, yearFile, archive, String(times)];
      const told = execFileSync(process.execPath, command, { encoding: 'utf8' });
      return JSON.parse(told) as MeasuredExport & { cpuSeconds: number };
    };
    const measured = run(values.profile ? ['--cpu-prof', `--cpu-prof-dir=${work}`] : []);
    if (values.profile) console.table(hotSpots(work, 25));
    const unpacked = join(work, 'files');
    mkdirSync(unpacked);
    const bytes = await unpackAll(archive, unpacked);
    const names = readdirSync(unpacked);
    const began = performance.now();
    const { findings, more, counts } = await CHECKS[country]({
      names,
      open: (name) => (names.includes(name) ? createReadStream(join(unpacked, name)) : null),
    });
    const checked = (performance.now() - began) / 1000;
    const problems = findings.map(({ file, record, text }) => `${file} ${record}: ${text}`);
    const expect = (what: string, is: number | undefined, should: number) => {
      if (is !== should) problems.unshift(`${what}: ${is}, expected ${should}`);
    };
    expect('transactions', country === 'SE' ? counts.receipts : counts.transactions, year.transactions);
    if (country !== 'SE') expect('signatures', counts.signatures, year.transactions);
    if (country !== 'SE') expect('Z reports', counts.reports, year.closings);
    const schema = schemaSays(
      country,
      names.map((name) => join(unpacked, name)),
    );
    const rate = Math.round(year.transactions / measured.cpuSeconds);
    for (const problem of problems.slice(0, 20)) console.error(problem);
    console.table({
      ...{ country, files: names.length, transactions: year.transactions, ...counts },
      'export s': measured.seconds.toFixed(1),
      'processor s': measured.cpuSeconds.toFixed(1),
      'transactions per second': Math.round(year.transactions / measured.seconds),
      'transactions per processor second': rate,
      'memory before (MB)': Math.round(measured.idleMemory / MB),
      'memory at most (MB)': Math.round(measured.peakMemory / MB),
      'files (MB)': Math.round(bytes / MB),
      'archive (MB)': Math.round(measured.archiveBytes / MB),
      'check s': checked.toFixed(1),
      'official schema': schema,
    });
    // Node ends where the heap is too small.
    const long = run([`--max-old-space-size=${MOST_HEAP}`], TIMES);
    console.table({
      'years in a row': TIMES,
      'processor s': long.cpuSeconds.toFixed(1),
      'memory at most (MB)': Math.round(long.peakMemory / MB),
    });
    const isRight = problems.length + more === 0 && !schema.startsWith('wrong');
    console.log(isRight ? 'the check finds nothing wrong' : `${problems.length + more} problems`);
    return isRight;
  } finally {
    rmSync(work, { recursive: true });
  }
}

mkdirSync(join(root, 'dist'), { recursive: true });
const kept = values['data-root'];
const folder = kept ?? mkdtempSync(join(root, 'dist', 'bench-saf-t-cash-'));
mkdirSync(folder, { recursive: true });
try {
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  const countries = (
    values.country === undefined ? ['DK', 'NO', 'SE'] : [values.country]
  ) as JournalCountry[];
  for (const country of countries) if (!(await measure(country, folder))) process.exitCode = 1;
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true });
}
