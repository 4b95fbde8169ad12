import type { Tally } from './tally.ts';

/** Rows of the table in the order of their sense; what is not named here stands behind them. */
const rows = [
  'kills',
  'power cuts',
  'disk faults',
  'clock jumps',
  'set-backs',
  '  before it was ready',
  '  behind an orderly stop',
  '  without a power cut',
  '  did not start on a failing disk',
  'sales answered',
  'voids answered',
  'answered sales sent again',
  'numbers refused as used',
  'requests without answer',
  '  resent: was kept already',
  '  resent: was not kept',
];

/** What was counted, as a table for people. */
export function table(tally: Tally): string {
  const { counts, violations } = tally;
  const known = rows.filter((name) => counts.has(name));
  const others = [...counts.keys()].filter((name) => !rows.includes(name));
  const lines = [...known, ...others].map((name): [string, number] => [name, counts.get(name)!]);
  lines.push(['violations', violations.length]);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, count]) => `  ${name.padEnd(width)}  ${String(count).padStart(9)}`).join('\n');
}
