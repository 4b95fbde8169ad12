/** `npm run torture -- [--full] [--kills N] [--power-cuts N] ...`; see usage below. */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale } from '../../build/scripts/fresh.ts';
import { table } from './report.ts';
import { torture, type TortureOptions } from './torture.ts';

const usage = `npm run torture -- [options]
  --kills N          SIGKILL under load
  --power-cuts N     what was not synced is kept, lost or torn
  --disk-faults N    full disk, I/O errors, short writes, failing syncs
  --clock-jumps N    three jumps each: forwards, backwards, summer time, New Year
  --set-backs N      log removed, older database, older data root, between kills and clock jumps
  --fail-overs N     instances of a cloud register over one PostgreSQL: kills, pauses, its crashes
  --instances N      of fail-overs, 2 unless given
  --database-faults N  the same, below PostgreSQL: its power cut, its disk full or failing
  --tills N          of fail-overs, 100 unless given
  --bouncer          of fail-overs: through PgBouncer
  --gap MS           of fail-overs: longest wait of the slowest of a hundred tills, on an idle machine
  --full             1000 kills, 300 power cuts, 100 disk faults, 100 clock jumps, 200 set-backs, 70 fail-overs,
                     60 database faults
  --registers N      8 unless given
  --seed N           the same again
  --minutes N        a run that takes longer fails
  --swallow-syncs    proves the harness: syncs do nothing, so the power cuts must find a loss
  --keep             keep the data roots
`;

const quick = {
  kills: 30,
  'power-cuts': 20,
  'disk-faults': 8,
  'clock-jumps': 6,
  'set-backs': 8,
  'fail-overs': 7,
  'database-faults': 6,
  minutes: 30,
};
const full = {
  kills: 1000,
  'power-cuts': 300,
  'disk-faults': 100,
  'clock-jumps': 100,
  'set-backs': 200,
  'fail-overs': 70,
  'database-faults': 60,
  minutes: 240,
};

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    'power-cuts': { type: 'string' },
    'disk-faults': { type: 'string' },
    'clock-jumps': { type: 'string' },
    'set-backs': { type: 'string' },
    'fail-overs': { type: 'string' },
    'database-faults': { type: 'string' },
    instances: { type: 'string', default: '2' },
    tills: { type: 'string', default: '100' },
    bouncer: { type: 'boolean', default: false },
    gap: { type: 'string' },
    minutes: { type: 'string' },
    registers: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    full: { type: 'boolean', default: false },
    'swallow-syncs': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** A number of the command line; when a phase is named, those that are not are left out. */
function numberOf(name: keyof typeof quick): number {
  const given = values[name];
  const phases = (Object.keys(quick) as (keyof typeof quick)[]).filter((key) => key !== 'minutes');
  const defaults = values.full ? full : quick;
  const isLeftOut = name !== 'minutes' && phases.some((phase) => values[phase] !== undefined);
  const number = given === undefined ? (isLeftOut ? 0 : defaults[name]) : Number(given);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} ${given} is no number`);
  return number;
}

async function main(): Promise<number> {
  buildStale(['service']);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tillmark-torture-')));
  // A database of fail-overs has a user of its own.
  chmodSync(folder, 0o755);
  const began = performance.now();
  const options: TortureOptions = {
    kills: numberOf('kills'),
    powerCuts: numberOf('power-cuts'),
    diskFaults: numberOf('disk-faults'),
    clockJumps: numberOf('clock-jumps'),
    setBacks: numberOf('set-backs'),
    failOvers: numberOf('fail-overs'),
    databaseFaults: numberOf('database-faults'),
    instances: Number(values.instances),
    tills: Number(values.tills),
    bouncer: values.bouncer,
    ...(values.gap !== undefined && { gapMs: Number(values.gap) }),
    minutes: numberOf('minutes'),
    registers: Number(values.registers),
    seed: Number(values.seed),
    folder,
    swallowSyncs: values['swallow-syncs'],
    onProgress: (text) => console.log(`  ${Math.round((performance.now() - began) / 1000)} s: ${text}`),
  };
  const { kills, powerCuts, diskFaults, clockJumps, setBacks, failOvers, databaseFaults, registers, seed } =
    options;
  console.log(
    `${kills} kills, ${powerCuts} power cuts, ${diskFaults} disk faults, ${clockJumps} clock jumps, ` +
      `${setBacks} set-backs, ${failOvers} fail-overs, ${databaseFaults} database faults, ${registers} registers, seed ${seed}`,
  );
  const results = await torture(options);
  for (const { name, tally, skipped } of results) {
    console.log(`\n${name}${skipped === null ? '' : `: skipped, ${skipped}`}`);
    if (skipped !== null) continue;
    console.log(table(tally));
    for (const violation of tally.violations.slice(0, 20)) console.error(violation);
    if (tally.violations.length > 20) console.error(`... and ${tally.violations.length - 20} more`);
  }
  const isClean = results.every(({ tally }) => tally.isClean);
  if (values.keep || !isClean) console.log(`\ndata roots kept: ${folder}`);
  else rmSync(folder, { recursive: true });
  return isClean ? 0 : 1;
}

if (values.help) process.stdout.write(usage);
else process.exitCode = await main();
