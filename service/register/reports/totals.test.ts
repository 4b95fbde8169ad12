import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { Attributes } from '../../settings/attributes.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { GENERIC, PORTUGAL, tra } from '../../testing/sales.ts';
import { Totals, type TotCheckout } from './totals.ts';

it('adds up days, months, years and all, in whatever order they come', () => {
  const day = fc
    .date({ min: new Date('2024-12-20'), max: new Date('2026-02-10'), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.array(fc.tuple(day, fc.integer({ min: -9999, max: 99999 }))), (list) => {
      const totals = new Totals(list.slice(0, 5));
      for (const [on, total] of list.slice(5)) totals.add(on, total);
      const sum = (period: string) =>
        list.reduce((s, [on, total]) => (on.startsWith(period) ? s + total : s), 0);
      for (const period of ['', '2025', '2026', '2025-01', '2026-01', ...list.map(([on]) => on)]) {
        expect(totals.of(period)).toBe(sum(period));
      }
    }),
  );
});

describe('Fis_TotCheckout', () => {
  const attributes = () => Attributes.parse('Fis_TotCheckout');

  /** A register whose answers tell its totals, at a time. */
  async function till(room: Room) {
    room.services.attributes = attributes;
    const register = await room.register('def');
    await register.configuration.set(GENERIC);
    const sell = async (T: string, esr: Tree = {}) => {
      const { Result, Fis } = await register.submit({ tra: tra(esr, T), warnings: [], restart: false });
      return Result.RC === 'OK' ? Fis?.TotCheckout : Result.RC;
    };
    return { register, sell };
  }

  it('tells the turnover of day, month, year and all with this receipt, over restarts', async () => {
    const clock = new ManualClock();
    const room = await openRoom(undefined, clock);
    const { sell } = await till(room);
    clock.set('2025-12-31T12:00:00');
    expect(await sell('10.00')).toEqual({ Day: '10.00', Month: '10.00', Year: '10.00', All: '10.00' });
    clock.set('2026-05-03T12:00:00');
    await sell('1.00');
    clock.set('2026-05-04T12:00:00');
    await sell('2.20');
    const again = await till(await room.reopen());
    expect(await again.sell('0.05')).toEqual({ Day: '2.25', Month: '3.25', Year: '3.25', All: '13.25' });
    // A receipt of the day before.
    expect(await again.sell('0.10', { D: '2026-05-03T20:00:00' })).toEqual({
      ...{ Day: '1.10', Month: '3.35', Year: '3.35', All: '13.35' },
    });
  });

  it('leaves out trainings and what is not fiscal', async () => {
    const { sell } = await till(await openRoom());
    await sell('5.00');
    expect(await sell('7.00', { NF: 'payin' })).toBeUndefined();
    expect(await sell('7.00', { Test: '1' })).toBeUndefined();
    expect(await sell('1.00')).toMatchObject({ All: '6.00' });
  });

  it('gives no fiscal data to a void that only marks its original', async () => {
    const room = await openRoom();
    room.services.attributes = attributes;
    const register = await room.register('def');
    await register.configuration.set(PORTUGAL);
    const sold = await register.submit({ tra: tra(), warnings: [], restart: false });
    expect(sold.Fis?.TotCheckout).toMatchObject({ All: expect.any(String) as string });
    const voided = await register.void({ original: null, sender: {}, reason: 'x', warnings: [] });
    expect(voided.Result.RC).toBe('OK');
    expect(voided).not.toHaveProperty('Fis');
    expect(register.last?.ESR?.Void).toBe('1');
  });

  it('does not count what was not stored', async () => {
    const room = await openRoom();
    const { sell } = await till(room);
    await sell('5.00');
    room.store.failNext();
    expect(await sell('100.00')).toBe('NO');
    expect(await sell('1.00')).toMatchObject({ Day: '6.00', All: '6.00' });
  });

  it('counts sales that are under way at the same time', async () => {
    const { sell } = await till(await openRoom());
    const all = await Promise.all(Array.from({ length: 20 }, () => sell('1.00')));
    expect(all.map((totals) => (totals as TotCheckout).All)).toEqual(all.map((_, i) => `${i + 1}.00`));
  });
});
