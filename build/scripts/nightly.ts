/**
 * `npm run nightly`: what takes too long for every change. All tests with
 * properties tried twenty times as often, and the programs that torture, fuzz
 * and soak the whole product. Everything is run, whatever fails before it.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { duration } from '../testing/tally.ts';
import { root } from './root.ts';

const STEPS: readonly { script: string; args?: string[]; env?: Record<string, string> }[] = [
  // Other cases than those of the commit, which were tried before.
  { script: 'test', env: { TILLMARK_RUNS: '20', TILLMARK_SEED: String(randomInt(2 ** 31)) } },
  {
    script: 'torture',
    args: [
      '--kills',
      '200',
      '--power-cuts',
      '100',
      '--disk-faults',
      '40',
      '--clock-jumps',
      '40',
      '--set-backs',
      '100',
      '--fail-overs',
      '35',
      '--minutes',
      '120',
    ],
  },
  { script: 'walk:setup' },
  { script: 'chaos', args: ['--rounds', '45'] },
  { script: 'fuzz', args: ['--bodies', '1000000'] },
  { script: 'fuzz', args: ['--http'] },
  { script: 'bench:dep' },
  { script: 'bench:saf-t-cash' },
  { script: 'bench:dsfinvk' },
  { script: 'bench:export' },
  { script: 'soak' },
];

const told = STEPS.map(({ script, args = [], env = {} }) => {
  const began = performance.now();
  process.stdout.write(`\nnpm run ${script} ${args.join(' ')}\n`);
  const { status } = spawnSync('npm', ['run', '-s', script, '--', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = 1;
  return `${status === 0 ? '✓' : '✗'} ${script} ${args.join(' ')}: ${duration(performance.now() - began)}`;
});
process.stdout.write(`\n${told.join('\n')}\n`);
