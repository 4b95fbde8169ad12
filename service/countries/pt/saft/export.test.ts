import os from 'node:os';
import { describe, expect, it } from 'vitest';
import type { ExportSource } from '../../contract/exports.ts';
import { pay, pos } from '../testing/receipts.ts';
import { saft } from './index.ts';
import { checkSaft } from './testing/assertions.ts';
import { contextFor, exported, PUBLIC_KEYS, Shop } from './testing/shop.ts';

const sale = (total: string) => ({ PosA: [pos(total)], PayA: [pay(total)] });
const problems = (bytes: Buffer) => checkSaft(bytes, { publicKeys: PUBLIC_KEYS });
const count = (text: string, what: string) => text.split(what).length - 1;

/** All numbers a progress was reported with. */
async function progressOf(sources: ExportSource[]): Promise<number[]> {
  const reported: number[] = [];
  await exported([], { sources, progress: (n) => reported.push(n) });
  return reported;
}

describe('a file', () => {
  it('has only the sections that have documents', async () => {
    const shop = new Shop();
    shop.issue({ ...sale('1.23'), DT: 'CM', PayA: [] }, { type: 'CM' });
    const { text, bytes } = await exported([shop]);
    expect(text).toContain('<WorkingDocuments>');
    expect(text).not.toMatch(/<(SalesInvoices|MovementOfGoods|Payments)>/);
    expect(problems(bytes)).toStrictEqual([]);
  });

  it('without documents has neither sections nor a tax table', async () => {
    const { text, bytes } = await exported([new Shop()]);
    expect(text).toMatch(/<MasterFiles>\s*<\/MasterFiles>\s*<\/AuditFile>\s*$/);
    expect(problems(bytes)).toStrictEqual([]);
  });

  it('has the documents of all registers', async () => {
    const shops = ['1_1.26', '1_2.26'].map((series) => {
      const shop = new Shop();
      for (let i = 0; i < 20; i++) shop.issue(sale('1.23'), { series });
      return shop;
    });
    const { text, bytes } = await exported(shops);
    expect(count(text, '<Invoice>')).toBe(40);
    expect(text).toContain('<NumberOfEntries>40</NumberOfEntries>');
    expect(count(text, '<Customer>')).toBe(1);
    expect(problems(bytes)).toStrictEqual([]);
  });

  it('leaves out what is no document', async () => {
    const shop = new Shop();
    const original = shop.issue(sale('1.23'));
    shop.void(original, '2026-01-15T11:00:00', { FN: 'FS 9_9.26/9' });
    shop.issue({ ...sale('1.23'), Test: '1' }, { series: '1_1.26MF' });
    shop.add({ _: 'Tra', SQ: 0, RN: 'def', D: '2026-01-15T11:00:00', ESR: { NFS: 'Z' } });
    shop.add({ _: 'Tra', SQ: 0, RN: 'def', D: '2026-01-15T11:00:00' });
    shop.issue({ ...sale('1.23'), D: '2026-02-01T00:00:00' }, { now: '2026-02-01T00:00:00' });
    expect(count((await exported([shop])).text, '<Invoice>')).toBe(1);
  });

  it('has documents of test series only where everything is a test', async () => {
    const shop = new Shop();
    shop.issue(sale('1.23'), { fis: { PT_Test: '1' } });
    const has = async (asked: object) => (await exported([shop], asked)).text.includes('<Invoice>');
    expect(await has({ testKey: true })).toBe(true);
    expect(await has({ testKey: false })).toBe(false);
    expect(await has({ testKey: false, attributes: { Fiscal_Test: '1' } })).toBe(true);
  });

  it('ends today, also where documents are dated in the future', async () => {
    const shop = new Shop();
    shop.issue(sale('1.23'), { now: '2026-01-15T10:00:00' });
    shop.issue({ ...sale('1.23'), D: '2026-01-18T10:00:00' }, { now: '2026-01-15T11:00:00' });
    const { name, text, bytes } = await exported([shop], { today: '2026-01-15' });
    expect(name).toBe('SAFT-PT_599999993_2026-01-01_2026-01-15.xml');
    expect(text).toContain('<EndDate>2026-01-15</EndDate>');
    expect(count(text, '<Invoice>')).toBe(1);
    expect(problems(bytes)).toStrictEqual([]);
  });

  it('is not upset by a period in the future', async () => {
    const { text } = await exported([new Shop()], { from: '2026-03-01', till: '2026-03-31' });
    expect(text).toContain('<StartDate>2026-03-01</StartDate><EndDate>2026-03-01</EndDate>');
  });

  it('is none when there is no register', async () => {
    const scope = { from: '2026-01-01', till: '2026-01-31', comment: undefined, sources: [], whole: true };
    const more = { open: false, folder: os.tmpdir(), progress: () => undefined };
    const files = saft.files({ ...scope, ...more }, contextFor({}));
    const names: string[] = [];
    for await (const file of files) names.push(file.name);
    expect(names).toStrictEqual([]);
  });
});

it('a document whose void came in after the export began still stands', async () => {
  const shop = new Shop();
  shop.void(shop.issue(sale('1.23')), '2026-01-15T12:00:00');
  const source: ExportSource = { ...shop.source(), voidOf: async () => null };
  const { text, bytes } = await exported([], { sources: [source] });
  expect(text).toContain('<InvoiceStatus>N</InvoiceStatus>');
  expect(problems(bytes)).toStrictEqual([]);
});

describe('the progress', () => {
  it('goes on with each page of the registers and ends with the number of records', async () => {
    const shop = new Shop();
    for (let i = 0; i < 19; i++) shop.issue(sale('1.23'));
    shop.issue({ ...sale('1.23'), DT: 'CM', PayA: [] }, { type: 'CM' });
    expect(await progressOf([shop.source(10)])).toStrictEqual([10, 20]);
    expect(await progressOf([shop.source(20), shop.source(15)])).toStrictEqual([20, 35, 40]);
  });

  it('ends with the number of records where none is a document', async () => {
    const shop = new Shop();
    shop.add({ _: 'Tra', SQ: 0, RN: 'def', D: '2026-01-15T11:00:00', ESR: { NFS: 'Z' } });
    expect((await progressOf([shop.source()])).at(-1)).toBe(1);
  });
});
