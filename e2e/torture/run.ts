/** `npm run torture -- --kills 200 [--seed N] [--connections 8] [--minutes 30] [--keep]` */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    connections: { type: 'string', default: '8' },
    minutes: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
  },
});

const dataRoot = mkdtempSync(join(tmpdir(), 'tillmark-torture-'));
console.log(`kill -9 x ${values.kills}, ${values.connections} connections, seed ${values.seed}`);
const summary = await torture({
  dataRoot,
  kills: Number(values.kills),
  seed: Number(values.seed),
  connections: Number(values.connections),
  minutes: Number(values.minutes),
  checkEvery: 20,
  onProgress: (text) => console.log(`  ${text}`),
});

const { findings, violations } = summary;
console.table({
  kills: summary.kills,
  '  of these before it was ready': summary.killsWhileStarting,
  'sales answered': summary.answered,
  'sales unanswered': summary.unanswered,
  '  resent: was kept already': summary.duplicates,
  '  resent: was not kept': summary.newlyKept,
  'records in the journal': findings.records,
  'series of fiscal numbers': findings.series,
  'signatures verified': findings.signatures,
  'slowest start (ms)': Math.round(summary.slowestStartMs),
  'orderly stop (ms)': Math.round(summary.stopMs),
  violations: violations.length,
});
for (const violation of violations.slice(0, 20)) console.error(violation);
if (violations.length > 20) console.error(`... and ${violations.length - 20} more`);
if (values.keep || violations.length > 0) console.log(`data root kept: ${dataRoot}`);
else rmSync(dataRoot, { recursive: true });
process.exitCode = violations.length > 0 ? 1 : 0;
