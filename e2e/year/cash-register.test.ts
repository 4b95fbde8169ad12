/** Three days of three cash registers: the short form of `npm run bench:saf-t-cash`. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { verifyCashRegister } from '../../service/countries/base/cash-register/verify/verify.ts';
import { officialSchema } from '../../service/countries/base/testing/schema.ts';
import type { CountryContext } from '../../service/countries/contract/services.ts';
import { COUNTRIES } from '../../service/countries/list.ts';
import { SECRET } from '../../service/countries/no/testing/shop.ts';
import { verifyJournalExport } from '../../service/countries/se/verify/verify.ts';
import { openSource } from '../../service/exports/sources.ts';
import { Journal } from '../../service/journal/journal.ts';
import type { Register } from '../../service/register/register.ts';
import { PROGRAM } from '../../service/testing/country-services.ts';
import { temporaryFolder } from '../../service/testing/folder.ts';
import { needOfficial } from '../../service/testing/official.ts';
import { SEED } from '../../service/testing/runs.ts';
import { generateCashYear, type CashYear, type JournalCountry } from './cash-register.ts';

/** The files of the export by name. */
async function exported({ country, registers }: CashYear, dataRoot: string): Promise<Map<string, string>> {
  const kind = COUNTRIES.find(({ code }) => code === country)!.exports!.saft!;
  const journal = await Journal.open(path.join(dataRoot, 'journal.db'));
  const days = { from: '2026-01-01', till: '2026-12-31' };
  const sources = [];
  for (const { rn, cfg } of registers) {
    const register = { rn, cfg, state: await journal.state(rn), voidOf: () => null } as unknown as Register;
    sources.push(await openSource(journal, register, days, { kind, open: false, today: '2027-01-01' }));
  }
  const scope = { ...days, open: false, comment: undefined, whole: true, progress: () => undefined };
  const context = { now: '2027-01-01T08:00:00', program: () => PROGRAM } as CountryContext;
  const found = new Map<string, string>();
  for await (const { name, content } of kind.files({ ...scope, sources, folder: dataRoot }, context)) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    found.set(name, Buffer.concat(parts).toString());
  }
  await journal.close();
  return found;
}

async function open(country: JournalCountry) {
  const dataRoot = path.join(await temporaryFolder(), 'data');
  const year = await generateCashYear({ dataRoot, country, records: 240, days: 3, seed: SEED });
  const files = await exported(year, dataRoot);
  const source = {
    names: [...files.keys()],
    open: (name: string) =>
      (async function* () {
        yield await Promise.resolve(Buffer.from(files.get(name)!));
      })(),
  };
  return { year, files, source };
}

it.for([
  ['DK', 'schemas/dk/SAF-T.xsd'],
  ['NO', 'schemas/no/Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd'],
] as const)(
  '%s: has all transactions, reports and signatures, as schema and rules want them',
  async ([country, name], { skip }) => {
    const { year, files, source } = await open(country);
    const report = await verifyCashRegister({ ...source, keys: [SECRET] });
    const { transactions, closings: reports } = year;
    expect(report).toEqual({
      findings: [],
      more: 0,
      counts: { files: 3, transactions, reports, signatures: transactions },
    });
    const schema = officialSchema(name);
    needOfficial(skip, schema.lack);
    expect(schema.problems([...files.values()])).toBe('');
  },
);

it('SE: has all receipts of three registers in one file, as the rules want them', async () => {
  const { year, source } = await open('SE');
  const { findings, counts } = await verifyJournalExport(source);
  expect(findings).toEqual([]);
  expect(counts).toMatchObject({ files: 1, receipts: year.transactions });
});
