import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../locales.ts';
import { noticeEnd, PRODUCTS } from '../registers/products.ts';
import { testCompany, testLocation } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { testPrices } from '../testing/prices.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { testRegister } from '../testing/register.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  await testPrices(portal, '2026-11-22');
});
afterAll(() => portal.stop());

interface License {
  licenseId: number;
  licenseKey: string;
  productId: number;
  registerId: number | null;
  state: string;
  endsTimestamp: string | null;
}

const UNIT = 10;
const austrian = { countryCode: 'AT', taxId: 'ATU12345675' };
const buy = async (company: number, ...items: object[]) =>
  (await portal.ask<{ licenses: License[] }>('POST', '/Purchase', { companyId: company, items })).licenses;
const licenses = async (company: number) =>
  (await portal.ask<{ licenses: License[] }>('GET', `/Company/${company}/Licenses`)).licenses;
const assign = (company: number, licenseId: number, registerId: number | null) =>
  portal.send('PUT', `/Company/${company}/License/${licenseId}`, { registerId });

describe('a purchase', () => {
  it('of the guide gives each register the licence that it lacks', async () => {
    const company = await testCompany(portal);
    const [one, two] = [await testRegister(portal, company), await testRegister(portal, company)];
    const [first] = await buy(company, { id: 1, amount: 1, amountAssignment: 'Register' });
    expect(first).toMatchObject({ registerId: one.registerId, state: 'Active' });
    const answer = await portal.ask<{ licenses: License[] }>('POST', '/Purchase', {
      ...{ companyId: company, invoiceCompanyId: 2, recipientEmailAddress: 'a@example.org' },
      ...{ recipientEmailRealName: 'Ana', customerReference: 'R1' },
      items: [{ id: 1, amount: 2, amountAssignment: 'Register' }],
    });
    expect(answer).toMatchObject({ companyId: company, invoiceCompanyId: 2 });
    expect(answer.licenses.map(({ registerId }) => registerId)).toEqual([two.registerId, null]);
    for (const { licenseKey } of await licenses(company)) expect(licenseKey).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(new Set((await licenses(company)).map(({ licenseKey }) => licenseKey)).size).toBe(3);
  });

  it('is refused for what there is not', async () => {
    const company = await testCompany(portal);
    const wrong: [object, string][] = [
      [{ items: [{ id: 99, amount: 1 }] }, 'items.0.id'],
      [{ items: [{ id: UNIT, amount: 1 }] }, 'items.0.id'],
      [{ items: [{ id: 1, amount: 0 }] }, 'items.0.amount'],
      [{ items: [] }, 'items'],
      [
        {
          items: [
            { id: 1, amount: 600 },
            { id: 1, amount: 600 },
          ],
        },
        'items',
      ],
      [{ items: [{ id: 1, amount: 1, amountAssignment: 'Door' }] }, 'items.0.amountAssignment'],
      [{ items: [{ id: 1, amount: 1 }], recipientEmailAddress: 'nobody' }, 'recipientEmailAddress'],
    ];
    for (const [body, field] of wrong) {
      const answer = await portal.send('POST', '/Purchase', { companyId: company, ...body });
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
    expect(await licenses(company)).toEqual([]);
  });

  it('needs ManageBill on who pays, and that one must be known', async () => {
    const company = await testCompany(portal);
    const other = await testCompany(portal);
    const admin = await testKey(portal, company, 'ADMIN');
    const body = { companyId: company, invoiceCompanyId: other, items: [{ id: 1, amount: 1 }] };
    expect((await portal.send('POST', '/Purchase', body, admin)).status).toBe(404);
    expect((await portal.send('POST', '/Purchase', body)).status).toBe(200);
  });
});

describe('a licence', () => {
  it('goes from register to register, one of a kind for each', async () => {
    const company = await testCompany(portal);
    const [one, two] = [await testRegister(portal, company), await testRegister(portal, company)];
    const [a, b] = (await buy(company, { id: 1, amount: 2 })) as [License, License];
    expect((await assign(company, a.licenseId, one.registerId)).body.registerId).toBe(one.registerId);
    const taken = await assign(company, b.licenseId, one.registerId);
    expect([taken.status, taken.body.errors[0].field]).toEqual([400, 'registerId']);
    expect((await assign(company, b.licenseId, two.registerId)).status).toBe(200);
    expect((await assign(company, a.licenseId, null)).body.registerId).toBeNull();
    expect((await assign(company, a.licenseId, 2_000_000)).status).toBe(400);
    expect((await assign(await testCompany(portal), a.licenseId, null)).status).toBe(404);
  });

  it('is activated by a register with its key, unless another one has it', async () => {
    const company = await testCompany(portal);
    const [one, two] = [await testRegister(portal, company), await testRegister(portal, company)];
    const [{ licenseKey }] = (await buy(company, { id: 1, amount: 1 })) as [License];
    const path = `/license/${licenseKey.toLowerCase()}`;
    expect((await one.send('GET', path)).body).toMatchObject({
      state: 'Active',
      register: 'none',
      licenseKey,
    });
    expect((await one.send('PUT', path)).body.register).toBe('this');
    expect((await one.send('PUT', path)).status).toBe(200);
    expect((await two.send('GET', path)).body.register).toBe('other');
    expect((await two.send('PUT', path)).status).toBe(409);
    const stranger = await testRegister(portal, await testCompany(portal));
    expect((await stranger.send('GET', path)).status).toBe(404);
    for (const key of ['%00%00%00%00%00%00%00%00', 'x', 'A'.repeat(3000)]) {
      expect((await one.send('GET', `/license/${key}`)).status).toBe(404);
    }
  });

  it('becomes free with a register that is deactivated', async () => {
    const company = await testCompany(portal);
    const { registerId } = await testRegister(portal, company);
    await buy(company, { id: 1, amount: 1, amountAssignment: 'Register' });
    await portal.ask('PUT', `/Company/${company}/Register/${registerId}/Deactivate`);
    expect(await licenses(company)).toMatchObject([{ registerId: null, state: 'Active' }]);
    const [row] = await licenses(company);
    expect((await assign(company, row!.licenseId, registerId)).status).toBe(400);
  });
});

describe('the end of fiscal units', () => {
  const bought = async () => {
    const company = await testCompany(portal, austrian);
    const location = await testLocation(portal, company, 'L1');
    await testRegister(portal, company, { tl: 'L1', country: 'AT' });
    await buy(
      company,
      { id: 1, amount: 1, amountAssignment: 'Register' },
      { id: UNIT, amount: 1, amountAssignment: 'Register' },
    );
    return { company, location };
  };
  const states = async (company: number) =>
    (await licenses(company)).map(({ productId, state }) => [productId, state]).sort();

  it('comes after their notice period, that of licences at once', async () => {
    const { company } = await bought();
    await portal.ask('PUT', `/api/v2/Public/Company/${company}/Deactivate`);
    expect(await states(company)).toEqual([
      [1, 'Ended'],
      [UNIT, 'Ending'],
    ]);
    const unit = (await licenses(company)).find(({ productId }) => productId === UNIT)!;
    expect(unit.endsTimestamp).toBe('2027-02-22T10:00:00.000Z');
    const before = portal.clock.now();
    portal.clock.set('2027-02-22T09:59:59Z');
    await portal.portal.tick();
    expect((await states(company))[1]).toEqual([UNIT, 'Ending']);
    portal.clock.set('2027-02-22T10:00:00Z');
    await portal.portal.tick();
    expect((await states(company))[1]).toEqual([UNIT, 'Ended']);
    const log = await portal.portal.services.db.select<{ action: string }>(
      `SELECT action FROM audit_log WHERE entity_id = ${company} AND actor = 'portal'`,
    );
    expect(log.map(({ action }) => action)).toContain('licence ended');
    portal.clock.set(before);
  });

  it('counts from 31 December where that was planned, whenever the portal notices', async () => {
    const { company } = await bought();
    await portal.ask('PUT', `/api/v2/Public/Company/${company}/Deactivate?deactivateAfterYear=2026`);
    const before = portal.clock.now();
    portal.clock.set('2027-01-09T08:00:00Z');
    await portal.portal.tick();
    const ends = Object.fromEntries(
      (await licenses(company)).map(({ productId, endsTimestamp }) => [productId, endsTimestamp]),
    );
    // Three months later it is summer time in Vienna: 31 March 23:59:59 there.
    expect(ends).toEqual({ 1: '2026-12-31T22:59:59.000Z', [UNIT]: '2027-03-31T21:59:59.000Z' });
    portal.clock.set(before);
  });

  it('comes at once when it is forced', async () => {
    const { company } = await bought();
    await portal.ask('PUT', `/api/v2/Public/Company/${company}/Deactivate?forceSubDeactivation=true`);
    expect(await states(company)).toEqual([
      [1, 'Ended'],
      [UNIT, 'Ended'],
    ]);
  });

  it('of a location leaves the licences to the company', async () => {
    const { company, location } = await bought();
    await portal.ask('PUT', `/api/v2/Public/Location/${location}/Deactivate`);
    expect(await licenses(company)).toMatchObject([
      { productId: UNIT, state: 'Ending' },
      { productId: 1, state: 'Active', registerId: null },
    ]);
  });

  it('can be asked for one by one, and is not put off by asking again', async () => {
    const { company } = await bought();
    const [unit] = await licenses(company);
    const path = `/Company/${company}/License/${unit!.licenseId}/End`;
    const first = await portal.ask('PUT', path);
    portal.clock.advance(3_600_000);
    expect(await portal.ask('PUT', path)).toEqual(first);
    await portal.ask('PUT', `/api/v2/Public/Company/${company}/Deactivate`);
    expect((await licenses(company))[0]!.endsTimestamp).toBe(first.endsTimestamp);
  });

  it('keeps day and time, or takes the last day of a short month', () => {
    expect(new Date(noticeEnd(Date.UTC(2026, 10, 30, 12), { noticeMonths: 3 }, null)).toISOString()).toBe(
      '2027-02-28T12:00:00.000Z',
    );
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9000-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 60 }),
        (date, noticeMonths) => {
          const end = new Date(noticeEnd(date.getTime(), { noticeMonths }, null));
          const months = (d: Date) => d.getUTCFullYear() * 12 + d.getUTCMonth();
          expect(months(end) - months(date)).toBe(noticeMonths);
          expect(end.getTime() % 86_400_000).toBe(date.getTime() % 86_400_000);
        },
      ),
    );
  });
});

describe('products', () => {
  it('have names in the language asked for', async () => {
    const names = async (language: string) => {
      const { products } = await portal.ask<{ products: { name: string; productId: number }[] }>(
        'GET',
        `/Product?languageCode=${language}`,
      );
      expect(products.map(({ productId }) => productId)).toEqual(PRODUCTS.map(({ id }) => id));
      return products.map(({ name }) => name);
    };
    expect((await names('de'))[0]).toBe('Kassenlizenz');
    for (const language of LANGUAGES) {
      for (const name of await names(language)) expect(name).not.toContain('product.');
    }
  });
});
