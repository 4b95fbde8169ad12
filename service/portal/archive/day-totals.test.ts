import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { runs } from '../../testing/runs.ts';
import { testCompany, testLocation } from '../testing/company.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { handIn, saleLine } from '../testing/records.ts';
import { testRegister, type TestRegister } from '../testing/register.ts';
import { amountText } from '../../receipt/money.ts';
import { totalText } from './turnover.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

interface Turnover {
  today: { day: string; sums: { currency: string | null; receipts: number; total: string }[] };
  yesterday: Turnover['today'];
  complete: boolean;
}

const turnover = (companyId: number, query = '') =>
  portal.ask<Turnover>('GET', `/Company/${companyId}/Turnover${query}`);
const cfg = (sq: number, country = 'PT', more: object = {}) =>
  JSON.stringify({
    ...{ _: 'Cfg', SQ: sq, RN: 'def', D: '2026-11-20T08:00:00' },
    Cfg: { Cmp: { Ctry: country, TaxId: 'PT599999993', ...more } },
  });
const today = '2026-11-22T09:00:00';
const sale = (sq: number, T: string, esr: object = {}, at = today) =>
  saleLine(sq, { at, esr: { T, ...esr } });
/** A sale with something about the record itself. */
const marked = (line: string, more: object) => JSON.stringify({ ...(JSON.parse(line) as object), ...more });

async function handedIn(register: TestRegister, first: number, lines: string[]): Promise<void> {
  expect((await handIn(register, first, lines)).status).toBe(200);
}

describe('the turnover of a day', () => {
  it('counts once what a register that was put back has in common with the one that it was before', async () => {
    const company = await testCompany(portal);
    const keys = generateKeyPairSync('ed25519');
    const former = await testRegister(portal, company, { keys, tl: '1', tt: '1' });
    await handedIn(former, 1, [cfg(1), sale(2, '1.00'), sale(3, '2.00')]);
    const again = { keys, tl: '1', tt: '1', instance: `${former.instance}/b`, follows: former.registerId };
    const register = await testRegister(portal, company, again);
    await handedIn(register, 1, [cfg(1), sale(2, '1.00')]);
    await handedIn(register, 3, [sale(3, '4.00'), sale(4, '8.00')]);
    expect((await turnover(company)).today.sums).toMatchObject([{ receipts: 4, total: '15.00' }]);
  });

  it('is what the registers have counted, by the day of the documents', async () => {
    const company = await testCompany(portal);
    const [one, two] = [await testRegister(portal, company), await testRegister(portal, company)];
    await handedIn(one, 1, [
      cfg(1),
      sale(2, '10.00'),
      sale(3, '2.35'),
      sale(4, '-2.35', { Void: '1' }),
      sale(5, '99.00', { Test: '1' }),
      sale(6, '98.00', { NF: '1' }),
      marked(sale(7, '97.00'), { Counts: 'nothing' }),
      marked(sale(8, '96.00'), { Counts: 'payments' }),
      sale(9, '7.00', {}, '2026-11-21T23:59:59'),
      sale(10, '6.00', {}, '2026-11-20T23:59:59'),
      sale(11, 'a lot'),
    ]);
    await handedIn(two, 1, [cfg(1), sale(2, '0.05')]);
    expect(await turnover(company)).toEqual({
      companyId: company,
      today: { day: '2026-11-22', sums: [{ currency: 'EUR', receipts: 4, total: '10.05' }] },
      yesterday: { day: '2026-11-21', sums: [{ currency: 'EUR', receipts: 1, total: '7.00' }] },
      complete: true,
      sealed: false,
    });
  });

  it('counts each record once, however often it is sent', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const lines = [cfg(1), sale(2, '1.00'), sale(3, '2.00'), sale(4, '3.00')];
    await handedIn(register, 1, lines.slice(0, 2));
    await handedIn(register, 1, lines.slice(0, 3));
    await handedIn(register, 3, lines.slice(2));
    await handedIn(register, 1, lines);
    expect((await turnover(company)).today.sums).toEqual([{ currency: 'EUR', receipts: 3, total: '6.00' }]);
    const wrong = await handIn(register, 4, [sale(4, '3.01'), sale(5, '9.00')]);
    expect(wrong.status).toBe(409);
    expect((await turnover(company)).today.sums).toMatchObject([{ receipts: 3 }]);
  });

  it('is in the currency of the register, with its digits', async () => {
    const company = await testCompany(portal);
    const [yen, dinar] = [await testRegister(portal, company), await testRegister(portal, company)];
    await handedIn(yen, 1, [cfg(1, 'JP', { Currency: 'JPY' }), sale(2, '500')]);
    await handedIn(dinar, 1, [cfg(1, 'KW', { Currency: 'KWD' }), sale(2, '1.250')]);
    expect((await turnover(company)).today.sums).toEqual([
      { currency: 'JPY', receipts: 1, total: '500' },
      { currency: 'KWD', receipts: 1, total: '1.250' },
    ]);
  });

  it('is that of a location where it is asked for, and of real sales unless the company is a test', async () => {
    const company = await testCompany(portal);
    const shop = await testLocation(portal, company, 'L1');
    const trial = await testLocation(portal, company, 'L2', { state: 'Test' });
    const registers = [
      await testRegister(portal, company, { tl: 'L1' }),
      await testRegister(portal, company, { tl: 'L2' }),
      await testRegister(portal, company),
    ];
    for (const [i, register] of registers.entries())
      await handedIn(register, 1, [cfg(1), sale(2, `${i + 1}.00`)]);
    const total = async (query = '') => (await turnover(company, query)).today.sums.map((sum) => sum.total);
    expect(await total()).toEqual(['4.00']);
    expect(await total(`?locationId=${shop}`)).toEqual(['1.00']);
    expect(await total(`?locationId=${trial}`)).toEqual(['2.00']);
    const other = await portal.send('GET', `/Company/${company}/Turnover?locationId=${company}`);
    expect([other.status, other.body.errors[0].field]).toEqual([400, 'locationId']);
    const tests = await testCompany(portal, { state: 'Test' });
    await handedIn(await testRegister(portal, tests), 1, [cfg(1), sale(2, '8.00')]);
    expect((await turnover(tests)).today.sums).toMatchObject([{ total: '8.00' }]);
  });

  it('is added up anew from the archive of an older version', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const count = 1200;
    const lines = Array.from({ length: count - 1 }, (_, i) => sale(i + 2, '0.10'));
    await handedIn(register, 1, [cfg(1), ...lines.slice(0, 600)]);
    await handedIn(register, 602, lines.slice(600));
    const before = await turnover(company);
    expect(before.today.sums).toEqual([{ currency: 'EUR', receipts: 1199, total: '119.90' }]);
    // As the migration leaves it.
    const { db } = portal.portal.services;
    const parameters = { company };
    await db.run('DELETE FROM day_totals WHERE company_id = $company', parameters);
    await db.run(
      'UPDATE registers SET uncounted = next_sq - 1, currency = NULL WHERE company_id = $company',
      parameters,
    );
    expect(await turnover(company)).toMatchObject({ complete: false, today: { sums: [] } });
    // What comes in meanwhile is not counted twice.
    await handedIn(register, count + 1, [sale(count + 1, '1.00')]);
    await portal.portal.tick();
    expect(await turnover(company)).toEqual({
      ...before,
      today: { day: '2026-11-22', sums: [{ currency: 'EUR', receipts: 1200, total: '120.90' }] },
    });
  });

  it('is added up beside records of an older version that cannot be read', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    await handedIn(register, 1, [cfg(1), sale(2, '1.00'), sale(3, '2.00'), sale(4, '4.00'), cfg(5)]);
    const { db } = portal.portal.services;
    for (const [sq, line] of [
      [3, '{"_":"Tra",'],
      [4, 'null'],
      [5, '{"_":"Cfg",'],
    ] as const)
      await db.run('UPDATE records SET line = $line WHERE company_id = $company AND sq = $sq', {
        ...{ company, sq, line },
      });
    await db.run('DELETE FROM day_totals WHERE company_id = $company', { company });
    await db.run('UPDATE registers SET uncounted = next_sq - 1 WHERE company_id = $company', { company });
    await portal.portal.tick();
    expect(await turnover(company)).toMatchObject({
      complete: true,
      today: { sums: [{ currency: 'EUR', receipts: 1, total: '1.00' }] },
    });
  });
});

it('writes sums with the digits of the currency, whatever they are', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
      fc.integer({ min: 0, max: 3 }),
      (cents, digits) => {
        const text = totalText(cents * 10n ** BigInt(3 - digits), digits);
        if (cents > -(10n ** 15n) && cents < 10n ** 15n) expect(text).toBe(amountText(Number(cents), digits));
        expect(BigInt(text.replace('.', ''))).toBe(cents);
      },
    ),
    { numRuns: runs(200) },
  );
});
