/**
 * `npm run portal`, `verify`, ...: run.ts PROGRAM [its own options]
 *
 * Builds what is stale, then runs a program of the service.
 */
import { pathToFileURL } from 'node:url';
import { buildStale, followNpm } from './fresh.ts';
import { built, programs } from './programs.ts';

const [program = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(programs, program)) throw new Error(`no program is called ${program}`);
followNpm(program);
buildStale(program === 'portal' ? ['service', 'renderer'] : ['service']);
const entry = built(program as keyof typeof programs);
process.argv = [process.execPath, entry, ...args];
await import(pathToFileURL(entry).href);
