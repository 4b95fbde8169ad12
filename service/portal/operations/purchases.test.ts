import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { costOf } from '../registers/price-lists.ts';
import { testCompany } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let company: number;
beforeAll(async () => {
  portal = await testPortal();
  company = await testCompany(portal);
});
afterAll(() => portal.stop());

const TODAY = '2026-11-22';
const list = (validFrom: string, price: string, more: object = {}) => ({
  ...{ validFrom, currency: 'EUR', prices: [{ productId: 1, price }] },
  ...more,
});
const set = (body: object, key?: string) => portal.send('PUT', '/PriceList', body, key);
/** A purchase of the automation guide, which knows of no prices. */
const buy = (more: object = {}) =>
  portal.send('POST', '/Purchase', { companyId: company, items: [{ id: 1, amount: 3 }], ...more });
const product = async () =>
  (await portal.ask<{ products: { price: string | null }[] }>('GET', '/Product')).products[0]!.price;

describe('a price list', () => {
  it('puts on sale what has a price, from its day on, and purchases keep what they cost', async () => {
    expect(await product()).toBeNull();
    const refused = await buy();
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ field: 'items.0.id', code: 'notForSale' }],
    ]);
    expect(await portal.ask('GET', `/Company/${company}/Purchases`)).toEqual({ purchases: [] });

    const terms = 'each month, without tax';
    expect(await portal.ask('PUT', '/PriceList', list(TODAY, '9.9', { terms }))).toEqual({
      ...{ validFrom: TODAY, currency: 'EUR', terms, prices: [{ productId: 1, price: '9.90' }] },
    });
    expect((await set(list('2026-11-23', '12.00'))).status).toBe(200);
    expect(await product()).toBe('9.90');
    const bought = await buy();
    const cost = {
      ...{ currency: 'EUR', terms, total: '29.70' },
      items: [{ productId: 1, amount: 3, price: '9.90', sum: '29.70' }],
    };
    expect(bought).toMatchObject({ status: 200, body: { ...cost, licenses: [{}, {}, {}] } });

    portal.clock.set('2026-11-23T00:00:01Z');
    expect(await product()).toBe('12.00');
    expect((await buy()).body).toMatchObject({ total: '36.00' });
    const { purchases } = await portal.ask<{ purchases: object[] }>('GET', `/Company/${company}/Purchases`);
    expect(purchases).toMatchObject([{ cost: { total: '36.00' }, pieces: 3 }, { cost }]);
    // Nothing is on sale any more.
    expect((await set(list('2026-11-23', '1', { prices: [] }))).status).toBe(200);
    expect((await buy()).status).toBe(400);
    portal.clock.set('2026-11-22T10:00:00Z');
  });

  it('sells nothing at another price than the buyer was shown', async () => {
    await set(list(TODAY, '10.00'));
    for (const shown of [{ total: '29.99' }, { total: '30.00', currency: 'USD' }]) {
      const answer = await buy(shown);
      expect([answer.status, answer.body.errors[0]]).toMatchObject([
        409,
        { code: 'otherPrice', params: { total: '30.00', currency: 'EUR' } },
      ]);
    }
    expect((await buy({ total: '30', currency: 'eur' })).status).toBe(200);
    await set(list(TODAY, '99999999.99'));
    const items = [{ id: 1, amount: 1000 }];
    expect((await buy({ items, total: '99999999990.00', currency: 'EUR' })).status).toBe(200);
  });

  it('is refused with the field that is wrong', async () => {
    const wrong: [object, string][] = [
      [list('2026-11-21', '1'), 'validFrom'],
      [list('2026-02-30', '1'), 'validFrom'],
      [list(TODAY, '1', { currency: 'XYZ' }), 'currency'],
      [list(TODAY, '1.234'), 'prices.0.price'],
      [list(TODAY, '1', { currency: 'JPY', prices: [{ productId: 1, price: '1.5' }] }), 'prices.0.price'],
      [list(TODAY, '-1'), 'prices.0.price'],
      [list(TODAY, '1e3'), 'prices.0.price'],
      [list(TODAY, '1,50'), 'prices.0.price'],
      [list(TODAY, '', { prices: [{ productId: 99, price: '1' }] }), 'prices.0.productId'],
      [
        list(TODAY, '', { prices: [1, 1].map((productId) => ({ productId, price: '1' })) }),
        'prices.1.productId',
      ],
    ];
    for (const [body, field] of wrong) {
      const answer = await set(body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
  });

  it('can be taken back before it is in force, and never afterwards', async () => {
    await set(list('2027-01-01', '5.00'));
    const remove = (day: string) => portal.send('DELETE', `/PriceList/${day}`);
    expect((await remove(TODAY)).body.errors[0]).toMatchObject({ field: 'validFrom', code: 'past' });
    expect((await remove('2027-01-01')).status).toBe(200);
    expect((await remove('2027-01-01')).status).toBe(404);
  });

  it('is set by who runs the portal alone', async () => {
    const { organizationId } = await portal.ask<{ organizationId: number }>(
      'POST',
      '/api/v2/Public/Organization',
      { parentEntityId: 2, name: 'Chain' },
    );
    for (const [entity, role] of [
      [organizationId, 'ADMIN'],
      [2, 'FISCAL'],
    ] as const) {
      const key = await testKey(portal, entity, role);
      expect((await set(list(TODAY, '0.01'), key)).status).toBe(403);
      expect((await portal.send('GET', '/PriceList', undefined, key)).status).toBe(403);
      expect((await portal.send('DELETE', '/PriceList/2027-01-01', undefined, key)).status).toBe(403);
    }
  });
});

it('adds up what pieces cost to the cent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 99_999_999_99 }), fc.integer({ min: 1, max: 1000 })), {
        minLength: 1,
        maxLength: 5,
      }),
      (items) => {
        const text = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        const prices = items.map(([cents], productId) => ({ productId, price: text(BigInt(cents)) }));
        const { total } = costOf(
          { validFrom: TODAY, currency: 'EUR', terms: null, prices },
          items.map(([, amount], id) => ({ id, amount })),
        );
        const expected = items.reduce((sum, [cents, amount]) => sum + BigInt(cents) * BigInt(amount), 0n);
        expect(total).toBe(text(expected));
      },
    ),
    { numRuns: runs(100) },
  );
});
