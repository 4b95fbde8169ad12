import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cfg } from '../../receipt/cfg.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { testCompany } from '../testing/company.ts';
import { downloadExport } from '../testing/download.ts';
import { ADMIN_KEY, type TestPortal, testPortal } from '../testing/portal.ts';
import { handIn, saleLine } from '../testing/records.ts';
import { type TestRegister, testRegister } from '../testing/register.ts';
import { printedCopy } from './printed.ts';
import { openSource } from './register-source.ts';

const AT = '2026-11-22T10:00:00';
const CFG: Cfg = { Cmp: { Nam: 'Example', Ctry: 'LU', TaxId: 'LU1' } };
const cfgLine = (sq: number) => JSON.stringify({ _: 'Cfg', SQ: sq, RN: 'def', D: AT, Cfg: CFG });
const fis = (jir: string) => ({ Tag: [{ Label: 'JIR', Name: 'JIR', Value: jir }] });
const lateLine = (sq: number, Of: unknown, jir: string, more: object = {}) =>
  JSON.stringify({ _: 'Fis', SQ: sq, RN: 'def', D: AT, Of, Fis: fis(jir), ...more });

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

describe('late fiscal data in the archive', () => {
  let register: TestRegister;
  let lines: string[];

  beforeAll(async () => {
    register = await testRegister(portal, await testCompany(portal));
    const other = await testRegister(portal, register.companyId, { tl: '2' });
    lines = [
      cfgLine(1),
      saleLine(2),
      saleLine(3),
      lateLine(4, 2, 'first'),
      saleLine(5),
      lateLine(6, 2, 'newest'),
    ];
    expect((await handIn(register, 1, lines.slice(0, 4))).status).toBe(200);
    // The receipt came in a batch before, and some of this one is there already.
    expect((await handIn(register, 3, lines.slice(2))).status).toBe(200);
    expect((await handIn(other, 1, [cfgLine(1), saleLine(2)])).status).toBe(200);
  });

  const ask = <T>(path: string) => portal.ask<T>('GET', `/Company/${register.companyId}${path}`);
  const search = async (query: string) =>
    (await ask<{ Rec: (JournalRecord & { registerId: number })[] }>(`/Records?${query}`)).Rec;

  it('are in the receipts that a search finds, also by what is in them', async () => {
    const found = await search('type=Tra');
    const own = found.filter(({ registerId }) => registerId === register.registerId);
    expect(own.map(({ SQ, Fis }) => [SQ, Fis])).toEqual([
      [5, undefined],
      [3, undefined],
      [2, fis('newest')],
    ]);
    expect(found.find(({ registerId }) => registerId !== register.registerId)!.Fis).toBeUndefined();
    expect((await search('type=Tra&text=newest')).map(({ SQ }) => SQ)).toEqual([2]);
    expect(await search('type=Tra&text=first')).toEqual([]);
    expect((await search('type=Fis')).map(({ SQ, Of }) => [SQ, Of])).toEqual([
      [6, 2],
      [4, 2],
    ]);
  });

  it('are in a single receipt and on its paper; the line stays what was handed in', async () => {
    const kept = await ask<{ Rec: JournalRecord; line: string }>(`/Records/${register.registerId}/2`);
    expect(kept.Rec).toMatchObject({ SQ: 2, Fis: fis('newest') });
    expect(kept.line).toBe(lines[1]);
    const place = { companyId: register.companyId, registerId: register.registerId, sq: 2 };
    expect(JSON.stringify(await printedCopy(portal.portal.services.db, place))).toContain('newest');
  });

  it('are in the receipts of exports, as far as they were there when those began', async () => {
    const { db } = portal.portal.services;
    const read = async (lastSq: number) => {
      const archived = { companyId: register.companyId, id: register.registerId, rn: 'def', lastSq };
      const period = { from: '2026-11-01', till: '2026-11-30' };
      const options = {
        kind: {},
        period,
        range: { first: 1, last: lastSq },
        signal: new AbortController().signal,
        leftOut: () => undefined,
      };
      const source = await openSource(db, archived, CFG, options);
      const records: JournalRecord[] = [];
      for await (const page of source.pages()) records.push(...page);
      return records.map(({ SQ, Fis }) => [SQ, Fis]);
    };
    expect(await read(6)).toEqual([
      [2, fis('newest')],
      [3, undefined],
      [5, undefined],
    ]);
    expect(await read(5)).toEqual([
      [2, fis('first')],
      [3, undefined],
      [5, undefined],
    ]);
    expect((await read(3))[0]).toEqual([2, undefined]);
  });

  it('are lines of their own in the journal', async () => {
    const { files } = await downloadExport(
      portal,
      register.companyId,
      'type=jou&from=2026-11-01&till=2026-11-30',
    );
    const name = Object.keys(files).find((file) => file.startsWith(`${register.registerId}_`))!;
    expect(Buffer.from(files[name]!).toString()).toBe(lines.map((line) => `${line}\n`).join(''));
  });

  it('pass the verification', async () => {
    const path = `/Register/${register.registerId}/Verification`;
    expect(await ask(path)).toMatchObject({ findings: [], records: 6, valid: true });
  });
});

it.each<[string, string]>([
  ['themselves', lateLine(3, 3, 'x')],
  ['a later record', lateLine(3, 4, 'x')],
  ['no number', lateLine(3, '2', 'x')],
  ['nothing', lateLine(3, undefined, 'x')],
  ['a record, without data', lateLine(3, 2, 'x', { Fis: 'x' })],
])('late fiscal data of %s are refused', async (_what, line) => {
  const register = await testRegister(portal, await testCompany(portal));
  const answer = await handIn(register, 1, [cfgLine(1), saleLine(2), line]);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'Of' }] } });
  expect(JSON.stringify(answer.body)).toContain('line 3 has late fiscal data');
});

it('late fiscal data of a record that is no receipt are found by the verification, and change nothing', async () => {
  const register = await testRegister(portal, await testCompany(portal));
  await handIn(register, 1, [cfgLine(1), saleLine(2), lateLine(3, 1, 'x')]);
  const place = `/Company/${register.companyId}`;
  expect(await portal.ask('GET', `${place}/Register/${register.registerId}/Verification`)).toMatchObject({
    findings: [{ sq: 3, text: 'late fiscal data of record 1, which is no receipt' }],
  });
  const answer = await fetch(`${portal.url}${place}/Records/${register.registerId}/1`, {
    headers: { api_key: ADMIN_KEY },
  });
  expect(((await answer.json()) as { Rec: JournalRecord }).Rec.Fis).toBeUndefined();
});
