/**
 * `npm run bench:dep -- [--receipts 100000] [--seed 1]`
 *
 * Makes up a year of an Austrian till with outages and two certificates, measures
 * the DEP export of all of it, and has the independent verifier read the file:
 * signatures, chain, counter, order.
 */
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale } from '../../build/scripts/fresh.ts';
import { root } from '../../build/scripts/root.ts';
import { verified } from '../../service/countries/at/testing/verification.ts';
import { generateAustrianYear, type AustrianYear } from '../year/austria.ts';
import { unpack } from './export-check.ts';
import { measureExport } from './measure-export.ts';

const YEAR = 2025;
const MB = 1e6;

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});

/** Everything that is wrong with the file, and what was read. */
async function check(file: string, { aesKey, ...year }: AustrianYear) {
  const { findings, summary } = await verified(createReadStream(file), { aesKey });
  const problems = findings.map(({ receipt, number, text }) => `receipt ${receipt} (${number}): ${text}`);
  const expect = (what: string, is: unknown, should: unknown) => {
    if (is !== should) problems.unshift(`${what}: ${String(is)}, expected ${String(should)}`);
  };
  expect('receipts', summary.receipts, year.receipts);
  expect('training receipts', summary.training, year.training);
  expect('voids', summary.voids, year.voids);
  expect('turnover counter', summary.counter, year.turnover);
  return { summary, problems };
}

buildStale(['service']);
mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist', 'bench-dep-'));
try {
  const dataRoot = join(folder, 'year');
  console.log(`making up ${values.receipts} receipts of ${YEAR}`);
  const receipts = Number(values.receipts);
  const year = await generateAustrianYear({ dataRoot, receipts, year: YEAR, seed: Number(values.seed) });
  const archive = join(folder, 'dep-export.zip');
  const path = `/export?type=dep&from=${YEAR}-01-01&till=${YEAR + 1}-12-31`;
  const measured = await measureExport(dataRoot, path, archive);
  const file = join(folder, 'dep-export.json');
  const bytes = await unpack(archive, file);
  const began = performance.now();
  const { summary, problems } = await check(file, year);
  for (const problem of problems.slice(0, 20)) console.error(problem);
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.table({
    ...{ receipts: summary.receipts, signatures: summary.signatures, outages: summary.outages },
    ...{ training: summary.training, voids: summary.voids, 'zero receipts': summary.zeros },
    'export s': measured.seconds.toFixed(1),
    'receipts per second': Math.round(summary.receipts / measured.seconds),
    'memory before (MB)': Math.round(measured.idleMemory / MB),
    'memory at most (MB)': Math.round(measured.peakMemory / MB),
    'file (MB)': Math.round(bytes / MB),
    'archive (MB)': Math.round(measured.archiveBytes / MB),
    'verification s': ((performance.now() - began) / 1000).toFixed(1),
  });
  console.log(problems.length === 0 ? 'the verifier finds nothing wrong' : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
