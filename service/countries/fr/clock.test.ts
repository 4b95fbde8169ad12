/** Closings and a clock that is wrong, or that nobody has looked at for a long time. */
import { describe, expect, it } from 'vitest';
import { complaints } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { france } from './testing/example.ts';
import { events, SALE, signedTexts } from './testing/shop.ts';

const open = (now: string, attributes = '') =>
  Shop.open({ ...france, now, equipment: () => ({ attributes: () => attributes }) });

/** Periods that were closed: kind, total and period. */
async function closings(shop: Shop): Promise<string[]> {
  const all = signedTexts(await shop.room.records('def'));
  return all
    .filter(([kind]) => /^total-(?!ticket)/.test(kind))
    .map(([kind, text]) =>
      [kind.slice(6), ...text.split(',').filter((_value, i) => i === 1 || i === 4)].join(' '),
    );
}

describe('closings', () => {
  it('stay what they are when the clock steps back a little, also over a year end', async () => {
    const shop = await open('2026-12-31T23:58:00');
    await shop.sell(SALE);
    shop.clock.set('2027-01-01T00:03:00');
    await shop.sell(SALE);
    const closed = ['day 1200 20261231', 'month 1200 202612', 'year 1200 20261231-20261231'];
    expect(await closings(shop)).toEqual(closed);
    shop.clock.set('2026-12-31T23:57:00');
    const late = await shop.sell(SALE);
    // It is of the day that is open, and comes behind the one before.
    expect(late.ESR!.D).toBe('2027-01-01T00:03:00');
    await shop.restart();
    await shop.lookAfter();
    await shop.sell(SALE);
    expect(await closings(shop)).toEqual(closed);
    shop.clock.set('2027-01-02T09:00:00');
    await shop.lookAfter();
    expect(await closings(shop)).toEqual([...closed, 'day 3600 20270101']);
    expect(await complaints(shop)).toEqual([]);
  });

  it('of a clock that was months ahead are not made twice once it is right', async () => {
    const shop = await open('2026-11-29T10:00:00');
    await shop.sell(SALE);
    shop.clock.set('2027-01-02T10:00:00');
    await shop.sell(SALE);
    const closed = await closings(shop);
    expect(closed).toHaveLength(37);
    expect(closed.slice(-3)).toEqual(['month 0 202612', 'year 1200 20261129-20261231', 'day 0 20270101']);
    shop.clock.set('2026-11-29T10:05:00');
    expect((await shop.send(SALE)).Result.ErrorCode).toBe('#CLOCK_BEHIND');
    await shop.acting(shop.register)('clock');
    await shop.sell(SALE);
    shop.clock.set('2026-12-15T10:00:00');
    await shop.lookAfter();
    await shop.sell(SALE);
    expect(await closings(shop)).toEqual(closed);
    shop.clock.set('2027-01-03T10:00:00');
    await shop.lookAfter();
    expect(await closings(shop)).toEqual([...closed, 'day 3600 20270102']);
    expect(events(await shop.room.records('def')).filter((text) => text.startsWith('270'))).toHaveLength(1);
    expect(await complaints(shop)).toEqual([]);
  });

  it('end a fiscal year with February, in a leap year too', async () => {
    const shop = await open('2028-02-28T10:00:00', 'Fiscal_YearEnd=2');
    await shop.sell(SALE);
    shop.clock.set('2028-03-01T00:00:00');
    await shop.sell(SALE);
    expect((await closings(shop)).slice(1)).toEqual([
      ...['day 0 20280229', 'month 1200 202802', 'year 1200 20280228-20280229'],
    ]);
    expect(await complaints(shop)).toEqual([]);
  });

  it('come by themselves after 400 days, later once somebody has confirmed the clock; no sale waits for endless ones', async () => {
    const shop = await open('2026-01-01T10:00:00');
    await shop.sell(SALE);
    const problems = () => {
      const { country, state, context } = shop.register;
      return country!.problems!(state, context!).map(({ code }) => code);
    };
    shop.clock.set('2027-02-05T10:00:00');
    expect(problems()).not.toContain('FR_CLOCK');
    shop.clock.set('2027-02-06T10:00:00');
    expect(problems()).toContain('FR_CLOCK');
    await shop.lookAfter();
    expect(await closings(shop)).toEqual([]);
    shop.clock.set('2027-04-10T10:00:00');
    await shop.acting(shop.register)('clock');
    const { Result } = await shop.send(SALE);
    expect([Result.RC, Result.ErrorCode]).toEqual(['NO', '#FR_CLOCK']);
    expect(Result.Warning!.join()).toContain('send the receipt again soon');
    expect(await closings(shop)).toHaveLength(450);
    await shop.lookAfter();
    // Each day and month, and the year.
    expect(await closings(shop)).toHaveLength(464 + 15 + 1);
    const before = await shop.room.journal.lastSq('def');
    await shop.sell(SALE);
    expect(await shop.room.journal.lastSq('def')).toBe(before + 1);
    expect(await complaints(shop)).toEqual([]);
  });
});
