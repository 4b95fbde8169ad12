/** Exports the year of `dsfinvk.ts` in a process of its own, so that the memory is the export's. Tells seconds and bytes as JSON. */
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CFG } from '../../service/countries/de/dsfinvk/testing/till.ts';
import { dsfinvk } from '../../service/countries/de/dsfinvk/export.ts';
import type { CountryContext } from '../../service/countries/contract/services.ts';
import { writeZip } from '../../service/exports/archive.ts';
import { openSource } from '../../service/exports/sources.ts';
import { Journal } from '../../service/journal/journal.ts';
import { openStore } from '../../service/journal/store.ts';
import type { Json } from '../../service/receipt/json.ts';
import type { Register } from '../../service/register/register.ts';

const [database = '', stateFile = '', archive = ''] = process.argv.slice(2);
const state = new Map(JSON.parse(readFileSync(stateFile, 'utf8')) as [string, Json][]);
const journal = new Journal(await openStore(database), join(dirname(database), 'rn'));
const register = { rn: 'def', cfg: CFG, state, voidOf: () => null } as unknown as Register;
const days = { from: '2026-01-01', till: '2026-12-31' };
const idleMemory = process.memoryUsage.rss();
let peakMemory = idleMemory;
const progress = () => {
  peakMemory = Math.max(peakMemory, process.memoryUsage.rss());
};
const [began, cpu] = [performance.now(), process.cpuUsage()];
const source = await openSource(journal, register, days, { kind: dsfinvk, open: false, today: '2026-12-31' });
const scope = { ...days, open: false, comment: undefined, sources: [source], whole: true };
const folder = dirname(database);
const context = { now: '2026-12-31T23:00:00' } as CountryContext;
const files = dsfinvk.files({ ...scope, folder, progress }, context);
await writeZip(files, createWriteStream(archive), new Date(), new AbortController().signal);
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(cpu);
progress();
await journal.close();
console.log(
  JSON.stringify({
    seconds,
    cpuSeconds: (user + system) / 1e6,
    idleMemory,
    peakMemory,
    archiveBytes: statSync(archive).size,
  }),
);
