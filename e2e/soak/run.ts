/**
 * `npm run soak -- [--minutes 30] [--overload]`
 *
 * Lets a service work for a long time as a shop would, with everything that tills,
 * pages and strangers do to it, and watches its memory and its handles. With
 * `--overload` it is asked instead for much more than it can do.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../build/scripts/root.ts';
import { overload } from './overload.ts';
import { soak } from './soak.ts';
import { buildStale } from '../../build/scripts/fresh.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, overload: { type: 'boolean', default: false } },
});

buildStale(['service']);
// Not in the folder for temporary files: that one may be memory, where a sync costs nothing.
mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist', 'soak-'));
try {
  const isGood = values.overload ? await overload(folder) : await soak(folder, Number(values.minutes));
  process.exitCode = isGood ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
