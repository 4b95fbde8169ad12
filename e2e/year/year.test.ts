/** A year of a company, exported month by month and as a whole, holds together. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditJournal } from '../../service/audit/journal.ts';
import { keysOf } from '../../service/audit/public-keys.ts';
import { checkSaft } from '../../service/countries/pt/saft/testing/assertions.ts';
import { noSchema, schemaProblems } from '../../service/countries/pt/saft/testing/schema.ts';
import { Journal } from '../../service/journal/journal.ts';
import type { JournalRecord } from '../../service/receipt/tra.ts';
import { startService, type Service } from '../../service/run/service.ts';
import { download } from '../../service/testing/download.ts';
import { ManualClock } from '../../service/testing/manual-clock.ts';
import { unzip } from '../../service/testing/unzip.ts';
import { chainProblems } from './chains.ts';
import { TILLS } from './company.ts';
import { documentsOf, totalsOf, type ExpectedDocument } from './expected.ts';
import { generateYear } from './generate.ts';
import { readSaft, type SaftFile } from './saft-file.ts';
import { needOfficial } from '../../service/testing/official.ts';

const YEAR = 2025;
const DOCUMENTS = 1500;
const home = path.join(import.meta.dirname, '..', '..');
const MONTHS = Array.from({ length: 12 }, (_, i) => {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return [day(new Date(Date.UTC(YEAR, i, 1))), day(new Date(Date.UTC(YEAR, i + 1, 0)))] as const;
});
const WHOLE_YEAR = [`${YEAR}-01-01`, `${YEAR}-12-31`] as const;
/** The company, and each of its registers alone. */
const SUBJECTS = [null, ...TILLS.map(({ rn }) => rn)];

let dataRoot: string;
let service: Service;
let publicKey: string;
const records = new Map<string, JournalRecord[]>();
let expected: ExpectedDocument[];

beforeAll(async () => {
  dataRoot = await fs.mkdtemp(path.join(os.tmpdir(), 'tillmark-year-'));
  await generateYear({
    dataRoot,
    documents: DOCUMENTS,
    year: YEAR,
    seed: 4711,
    articles: 600,
    customers: 120,
  });
  const journal = await Journal.open(path.join(dataRoot, 'journal.db'));
  for (const { rn } of TILLS) {
    const query = { rn, where: {}, properties: {}, sort: 'asc', rows: 100_000, ms: 60_000 } as const;
    records.set(rn, (await journal.find(query)).records);
  }
  await journal.close();
  expected = [...records.values()].flatMap(documentsOf);
  [publicKey] = [...(await keysOf(path.join(dataRoot, 'cer'))).values()] as [string];
  const options = { dataRoot, port: 0, host: undefined, demo: undefined };
  service = await startService(options, home, new ManualClock(`${YEAR + 1}-01-10T09:00:00`));
});

afterAll(async () => {
  await service.stop();
  await fs.rm(dataRoot, { recursive: true, force: true });
});

/** Exports a register, or with null the whole company; checks the file as a tax authority would. */
async function exported(rn: string | null, [from, till]: readonly [string, string]): Promise<SaftFile> {
  const days = `from=${from}&till=${till}`;
  const route =
    rn === null ? `/control/export?${days}` : `/export?type=saft&RN=${encodeURIComponent(rn)}&${days}`;
  const { status, body } = await download(service.url + route);
  expect(status).toBe(200);
  const [bytes, ...others] = Object.values(await unzip(body));
  expect(others).toStrictEqual([]);
  expect(checkSaft(bytes!, { publicKeys: new Map([['1', publicKey]]) })).toStrictEqual([]);
  if (noSchema === null) expect(schemaProblems(bytes!)).toBe('');
  return readSaft(bytes!);
}

/** What the journal holds of a register, or of all of them, between two days. */
function within(rn: string | null, [from, till]: readonly [string, string]): ExpectedDocument[] {
  return expected.filter((d) => (rn === null || d.rn === rn) && d.day >= from && d.day <= till);
}

/** Documents as they must stand in a file, in a definite order. */
function contentsOf(documents: readonly ExpectedDocument[]) {
  return documents
    .map(({ id, section, day, gross, cancelled }) => {
      return { id, section, date: day, gross: (gross / 100).toFixed(2), cancelled };
    })
    .sort((a, b) => a.id.localeCompare(b.id));
}

function expectTotals({ totals }: SaftFile, documents: readonly ExpectedDocument[]): void {
  const bySection = Map.groupBy(documents, ({ section }) => section);
  expect([...totals.keys()].sort()).toStrictEqual([...bySection.keys()].sort());
  for (const [section, members] of bySection) {
    const stated = (name: string) => Math.round(Number(totals.get(section)!.get(name)) * 100);
    const { documents: count, lines, quantity, balance, debit, tolerance } = totalsOf(members);
    if (section === 'MovementOfGoods') {
      expect(totals.get(section)!.get('NumberOfMovementLines')).toBe(String(lines));
      expect(Number(totals.get(section)!.get('TotalQuantityIssued'))).toBeCloseTo(quantity / 1000, 6);
      continue;
    }
    expect(totals.get(section)!.get('NumberOfEntries')).toBe(String(count));
    expect(stated('TotalCredit') - stated('TotalDebit')).toBe(balance);
    expect(Math.abs(stated('TotalDebit') - debit)).toBeLessThanOrEqual(tolerance);
  }
}

async function expectFile(rn: string | null, period: readonly [string, string]): Promise<SaftFile> {
  const file = await exported(rn, period);
  const documents = within(rn, period);
  expect([file.start, file.end]).toStrictEqual(period);
  expect(
    file.documents
      .map(({ id, section, date, gross, status }) => ({
        id,
        section,
        date,
        gross,
        cancelled: status === 'A',
      }))
      .sort((a, b) => a.id.localeCompare(b.id)),
  ).toStrictEqual(contentsOf(documents));
  expectTotals(file, documents);
  return file;
}

describe('the made-up year', () => {
  it('has documents of all kinds', () => {
    expect(expected).toHaveLength(DOCUMENTS);
    const types = new Set(expected.map(({ id }) => id.slice(0, 2)));
    expect([...types].sort()).toStrictEqual('CM FR FS FT GD GR GT NC ND NE OR PF RC RG'.split(' '));
    const all = [...records.values()].flat();
    const count = (wanted: (record: JournalRecord) => boolean) => all.filter(wanted).length;
    const inLaterMonth = (esr: JournalRecord['ESR']) => esr!.D!.slice(0, 7) > String(esr!.RD).slice(0, 7);
    const kinds = {
      voids: count(({ ESR }) => ESR?.Void === '1'),
      'voids of an earlier month': count(({ ESR }) => ESR?.Void === '1' && inLaterMonth(ESR)),
      'line voids': count(({ ESR }) => ESR?.PosA?.some((p) => p.Void === '1') ?? false),
      'invoices of other documents': count(
        ({ ESR }) => /^F[TS]/.test(ESR?.FN ?? '') && ESR?.RFN !== undefined,
      ),
      'whole discounts': count(({ ESR }) => ESR?.PosA?.some((p) => p.PN === '*') ?? false),
      'ranges of discounts': count(
        ({ ESR }) => ESR?.PosA?.some((p) => /^\d+-\d+$/.test(p.PN ?? '')) ?? false,
      ),
      'manual forms': count(({ ESR }) => /\d[A-Z]?M\//.test(ESR?.FN ?? '')),
      'lost documents': count(({ ESR }) => /\d[A-Z]?MD\//.test(ESR?.FN ?? '')),
      training: count(({ ESR }) => /\d[A-Z]?MF\//.test(ESR?.FN ?? '')),
      nonfiscal: count(({ ESR }) => ESR?.NFS === 'Z'),
      'late ones': count(({ D, ESR }) => ESR?.FN !== undefined && ESR.D!.slice(0, 7) < D.slice(0, 7)),
      'without any value': count(({ ESR }) => ESR?.FN !== undefined && ESR.T === '0.00'),
      'tax of Madeira': count(({ ESR }) => ESR?.TaxA?.some(({ TaxG }) => TaxG === 'AM') ?? false),
      'tax of the Azores': count(
        ({ ESR }) => ESR?.TaxA?.some(({ TaxG }) => /^.A$/.test(TaxG ?? '')) ?? false,
      ),
      exemptions: count(({ ESR }) => ESR?.TaxA?.some(({ TaxG }) => TaxG === 'M07') ?? false),
      'withheld tax': count(({ ESR }) => ESR?.PT_Withholding !== undefined),
      'net prices': count(({ ESR }) => ESR?.TaxN === '1'),
      'meal vouchers': count(({ ESR }) => ESR?.PayA?.some(({ PayG }) => PayG === 'title') ?? false),
      change: count(({ ESR }) => ESR?.PayA?.some(({ PayG }) => PayG === 'change') ?? false),
    };
    expect(Object.entries(kinds).filter(([, n]) => n === 0)).toStrictEqual([]);
  });

  it('stands up to an audit', async () => {
    const publicKeys = await keysOf(path.join(dataRoot, 'cer'));
    const options = { publicKeys, rn: undefined, progress: () => undefined };
    const report = await auditJournal(path.join(dataRoot, 'journal.db'), options);
    expect(report.registers.flatMap(({ findings }) => findings)).toStrictEqual([]);
    expect(report.ok).toBe(true);
  });
});

describe('its tax files', () => {
  it('can be validated by the schema', ({ skip }) => needOfficial(skip, noSchema));

  it.each(SUBJECTS)('say what the journal says (register %j)', async (rn) => {
    const year = await expectFile(rn, WHOLE_YEAR);
    const shop = TILLS.find((till) => till.rn === rn)?.cfg.Loc!.TL;
    expect(year.entity).toBe(shop ?? 'Global');
    const months: SaftFile[] = [];
    for (const month of MONTHS) months.push(await expectFile(rn, month));
    const together = months.flatMap(({ documents }) => documents);
    expect(together.length).toBe(year.documents.length);
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    expect(together.sort(byId)).toStrictEqual(year.documents.sort(byId));
    expect(chainProblems(together, publicKey)).toStrictEqual([]);
  });
});
