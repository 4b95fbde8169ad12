/**
 * Exports the year of `saf-t-cash.ts` in a process of its own, so that time and memory are the export's. Tells
 * them as JSON. With a fourth argument the year comes so often, one behind the other.
 */
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTRIES } from '../../service/countries/list.ts';
import type { ExportSource } from '../../service/countries/contract/exports.ts';
import type { CountryContext } from '../../service/countries/contract/services.ts';
import type { JournalRecord } from '../../service/receipt/tra.ts';
import { writeZip } from '../../service/exports/archive.ts';
import { openSource } from '../../service/exports/sources.ts';
import { Journal } from '../../service/journal/journal.ts';
import type { Register } from '../../service/register/register.ts';
import { PROGRAM } from '../../service/testing/country-services.ts';
import type { CashYear } from '../year/cash-register.ts';

const [dataRoot = '', yearFile = '', archive = '', times = '1'] = process.argv.slice(2);
const year = JSON.parse(readFileSync(yearFile, 'utf8')) as CashYear;
const country = COUNTRIES.find(({ code }) => code === year.country)!;
const kind = country.exports!.saft!;
const journal = await Journal.open(join(dataRoot, 'journal.db'));
const days = { from: '2026-01-01', till: '2026-12-31' };
const idleMemory = process.memoryUsage.rss();
let peakMemory = idleMemory;
const progress = () => {
  peakMemory = Math.max(peakMemory, process.memoryUsage.rss());
};
const timer = setInterval(progress, 200);
const [began, cpu] = [performance.now(), process.cpuUsage()];
const sources = [];
for (const { rn, cfg } of year.registers) {
  const state = await journal.state(rn);
  const register = { rn, cfg, state, voidOf: () => null } as unknown as Register;
  sources.push(again(await openSource(journal, register, days, { kind, open: false, today: '2027-01-01' })));
}

/** The same year again and again, each with dates of its own. */
function again(source: ExportSource): ExportSource {
  return {
    ...source,
    async *pages() {
      for (let n = 0; n < Number(times); n++)
        for await (const page of source.pages())
          yield n === 0 ? page : page.map((record) => later(record, n));
    },
  };
}

function later(record: JournalRecord, years: number): JournalRecord {
  const at = (D: string) => `${Number(D.slice(0, 4)) + years}${D.slice(4)}`;
  const { D, ESR } = record;
  return { ...record, D: at(D), ...(ESR?.D !== undefined && { ESR: { ...ESR, D: at(ESR.D) } }) };
}
const scope = {
  ...days,
  open: false,
  comment: undefined,
  sources,
  whole: true,
  folder: dataRoot,
  progress: () => undefined,
};
const context = { now: '2027-01-01T08:00:00', program: () => PROGRAM } as CountryContext;
const out = createWriteStream(archive);
await writeZip(kind.files(scope, context), out, new Date(), new AbortController().signal);
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(cpu);
clearInterval(timer);
progress();
await journal.close();
console.log(
  JSON.stringify({
    ...{ seconds, cpuSeconds: (user + system) / 1e6, idleMemory, peakMemory },
    archiveBytes: statSync(archive).size,
  }),
);
