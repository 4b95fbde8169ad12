/**
 * `npm run bench:export -- [--documents 120000] [--rounds 3] [--data-root DIR] [--seed 1] [--profile]`
 *
 * Makes up a year of a company with three tills, then measures the SAF-T export
 * of all of it: asked for over HTTP, each time of a service that was started for
 * it, so that the memory is the service's own. With --data-root the year is kept,
 * and used again the next time.
 */
import {
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
import { parseArgs } from 'node:util';
import { buildStale } from '../../build/scripts/fresh.ts';
import { root } from '../../build/scripts/root.ts';
import { generateYear } from '../year/generate.ts';
import { checkFile, unpack, validate } from './export-check.ts';
import { measureExport, summaryOf, type MeasuredExport } from './measure-export.ts';
import { hotSpots } from './profile.ts';

const TARGET_PER_SECOND = 10_000;
const TARGET_MEMORY_MB = 300;
const YEAR = 2025;
const MB = 1e6;

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '120000' },
    rounds: { type: 'string', default: '3' },
    'data-root': { type: 'string' },
    seed: { type: 'string', default: '1' },
    profile: { type: 'boolean', default: false },
  },
});

/** Makes up the year unless it is there. */
async function prepare(dataRoot: string): Promise<void> {
  const year = { documents: Number(values.documents), year: YEAR, seed: Number(values.seed) };
  // Written last: a data root without it is half a year, or somebody's real data.
  const mark = join(dataRoot, 'made-up-year.json');
  if (existsSync(mark)) {
    if (readFileSync(mark, 'utf8') === JSON.stringify(year)) return;
    throw new Error(`${dataRoot} holds another year: ${readFileSync(mark, 'utf8')}`);
  }
  if (existsSync(join(dataRoot, 'journal.db'))) throw new Error(`${dataRoot} holds other data`);
  const began = performance.now();
  console.log(`making up ${year.documents} documents of ${YEAR} in ${dataRoot}`);
  await generateYear({
    ...year,
    dataRoot,
    onProgress: (documents, day) => {
      if (day.endsWith('-01')) console.log(`  ${day}: ${documents}`);
    },
  });
  writeFileSync(mark, JSON.stringify(year));
  console.log(`  made in ${Math.round((performance.now() - began) / 1000)} s`);
}

/** Checks the exported file; everything that is wrong with it. */
async function check(archive: string, dataRoot: string): Promise<{ bytes: number; problems: string[] }> {
  const xml = `${archive}.xml`;
  const bytes = await unpack(archive, xml);
  const cer = join(dataRoot, 'cer');
  const publicKey = readFileSync(join(cer, readdirSync(cer)[0]!), 'utf8');
  const { documents, problems } = await checkFile(xml, publicKey);
  if (documents !== Number(values.documents)) problems.unshift(`${documents} documents in the file`);
  const invalid = await validate(xml);
  if (invalid === null) console.log('not validated by the schema: there is no schema, or no xmllint');
  else if (invalid !== '') problems.unshift(`not valid by the schema: ${invalid}`);
  return { bytes, problems };
}

function report(measured: MeasuredExport, bytes: number): boolean {
  const perSecond = Math.round(Number(values.documents) / measured.seconds);
  const peak = Math.round(measured.peakMemory / MB);
  const fast = perSecond >= TARGET_PER_SECOND;
  const small = peak < TARGET_MEMORY_MB;
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.table({
    documents: { value: values.documents, target: '' },
    seconds: { value: measured.seconds.toFixed(1), target: '' },
    'documents per second': { value: perSecond, target: `${TARGET_PER_SECOND}: ${fast ? 'OK' : 'MISS'}` },
    'memory before (MB)': { value: Math.round(measured.idleMemory / MB), target: '' },
    'memory at most (MB)': { value: peak, target: `under ${TARGET_MEMORY_MB}: ${small ? 'OK' : 'MISS'}` },
    'file (MB)': { value: Math.round(bytes / MB), target: '' },
    'archive (MB)': { value: Math.round(measured.archiveBytes / MB), target: '' },
  });
  return fast && small;
}

buildStale(['service']);
mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist', 'bench-export-'));
try {
  const dataRoot = values['data-root'] ?? join(folder, 'year');
  await prepare(dataRoot);
  const archive = join(folder, 'export.zip');
  const path = `/control/export?from=${YEAR}-01-01&till=${YEAR}-12-31`;
  const rounds: MeasuredExport[] = [];
  const nodeOptions = values.profile ? ['--cpu-prof', '--cpu-prof-dir', folder] : [];
  for (let round = 1; round <= (values.profile ? 1 : Number(values.rounds)); round++) {
    const measured = await measureExport(dataRoot, path, archive, nodeOptions);
    rounds.push(measured);
    const megabytes = Math.round(measured.peakMemory / MB);
    console.log(`round ${round}: ${measured.seconds.toFixed(1)} s, ${megabytes} MB`);
  }
  if (values.profile) {
    console.log('where the service spends its time (own time of each function):');
    console.table(hotSpots(folder, 40));
  }
  const { bytes, problems } = await check(archive, dataRoot);
  for (const problem of problems.slice(0, 20)) console.error(problem);
  const met = report(summaryOf(rounds), bytes);
  process.exitCode = met && problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
