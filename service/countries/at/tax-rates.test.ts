/** Percentages that a shop sets on the control page. */
import { describe, expect, it } from 'vitest';
import { pos, Till } from './testing/till.ts';
import type { TaxRow } from './wire.ts';

/** Sells for 10.00 in a group and returns the code's five sums. */
async function sums(till: Till, TaxG: string): Promise<string[]> {
  const { Fis } = await till.submit({
    PosA: [{ _: 'Pos', Dsc: 'Ware', TaxG, Amt: '10.00' }],
    PayA: [{ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '10.00' }],
  });
  return Fis!.Code!.split('_').slice(5, 10);
}

const row = (till: Till, group: string): TaxRow => till.overview.taxes.find((tax) => tax.group === group)!;

/** The tax line of the last receipt, as it is kept. */
const lastTax = async (till: Till) => (await till.records()).at(-1)!.ESR!.TaxA![0];

describe('a percentage of the shop', () => {
  it('holds from its day on, and counts in the sum of its group', async () => {
    const till = await Till.open('2026-05-04T12:00:00');
    expect(await till.act('rate', { group: 'A', rate: '19.50', from: '2026-05-10' })).toEqual({
      result: null,
    });
    expect(row(till, 'A')).toMatchObject({
      rate: '20',
      from: null,
      next: { rate: '19.5', from: '2026-05-10' },
    });
    await till.sell('12.00');
    expect(await lastTax(till)).toMatchObject({ TaxG: 'A', Prc: '20' });
    till.clock.set('2026-05-10T08:00:00');
    await till.restart();
    expect(row(till, 'A')).toMatchObject({ rate: '19.5', from: '2026-05-10', next: null, specified: '20' });
    expect((await till.sell('12.00')).Result.Warning).toBeUndefined();
    expect(await lastTax(till)).toMatchObject({ TaxG: 'A', Prc: '19.5' });
    expect(await sums(till, 'A')).toEqual(['10,00', '0,00', '0,00', '0,00', '0,00']);
    expect(await sums(till, '20%')).toEqual(['10,00', '0,00', '0,00', '0,00', '0,00']);
    expect((await till.verify()).errors).toEqual([]);
    expect(await till.act('reset-rates')).toEqual({ result: null });
    expect(row(till, 'A')).toMatchObject({ rate: '20', from: null, next: null });
    const log = (await till.records()).filter(({ _ }) => _ === 'log');
    expect(log).toMatchObject([
      { Event: 'tax-rate', TaxG: 'A', Prc: '19.5', From: '2026-05-10' },
      { Event: 'tax-rates-reset' },
    ]);
  });

  it.each([
    ['taken back', (till: Till) => till.act('reset-rates')],
    ['replaced', (till: Till) => till.act('rate', { group: 'A', rate: '21', from: '2026-05-04' })],
    [
      'taken back days later',
      async (till: Till) => {
        till.clock.set('2026-05-07T12:00:00');
        return till.act('reset-rates');
      },
    ],
  ])('that was %s still counts in the sum of its group when its sales are', async (_how, change) => {
    const till = await Till.open('2026-05-04T12:00:00');
    await till.act('rate', { group: 'A', rate: '19.5', from: '2026-05-04' });
    await till.act('rate', { group: 'B', rate: '9', from: '2026-06-01' });
    const [voided, returned] = [await till.sell('12.00'), await till.sell('6.00')];
    await change(till);
    await till.restart();
    const counter = BigInt(till.kasse.counter);
    const original = { TL: 'Graz', TT: '1', TN: voided.ESR!.TN!, D: voided.ESR!.D! };
    const back = [
      await till.register.void({ original, sender: {}, reason: 'mistake', warnings: [] }),
      await till.submit({
        RTN: returned.ESR!.TN!,
        PosA: [{ ...pos('-6.00'), Qty: '-1', TaxG: '19.5%' }],
        PayA: [{ _: 'Pay', Dsc: 'Bar', PayG: 'refund', Amt: '-6.00' }],
      }),
    ];
    expect(back.map(({ Result }) => Result)).toEqual([{ RC: 'OK' }, { RC: 'OK' }]);
    expect(back.map(({ Fis }) => Fis!.Code!.split('_').slice(5, 10))).toEqual([
      ['-12,00', '0,00', '0,00', '0,00', '0,00'],
      ['-6,00', '0,00', '0,00', '0,00', '0,00'],
    ]);
    expect(BigInt(till.kasse.counter)).toBe(counter - 1800n);
    expect((await till.verify()).errors).toEqual([]);
    await till.act('reset-rates');
    expect(row(till, 'A')).toMatchObject({ rate: '20', from: null, next: null });
    expect(row(till, 'B')).toMatchObject({ rate: '10', from: null, next: null });
    await till.sell('12.00');
    expect(await lastTax(till)).toMatchObject({ TaxG: 'A', Prc: '20' });
  });

  it.each([
    ['group', { group: 'D' }],
    ['group', { group: 'F' }],
    ['group', { group: 'constructor' }],
    ['rate', { rate: '0' }],
    ['rate', { rate: '100' }],
    ['rate', { rate: '12.345' }],
    ['rate', { rate: '-3' }],
    ['rate', { rate: 'NaN' }],
    ['from', { from: '2026-05-03' }],
    ['from', { from: '2026-13-01' }],
    ['from', { from: 'today' }],
  ])('with a wrong %s is refused: %j', async (path, wrong) => {
    const till = await Till.open('2026-05-04T12:00:00');
    const input = { group: 'B', rate: '12', from: '2026-05-04', ...wrong };
    expect(await till.act('rate', input)).toMatchObject({ issues: [{ path }] });
    expect(row(till, 'B')).toMatchObject({ rate: '10', from: null, next: null });
  });
});

it('tells percentages of the law that have no group', async () => {
  const till = await Till.open('2026-05-04T12:00:00');
  expect(till.overview.otherRates).toEqual([{ rate: '4.9', from: '2026-07-01' }]);
});
