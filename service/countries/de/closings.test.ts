/** Which closings an export of some days has. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import { closingEntry, closingsOf } from './closings.ts';
import { LAST_Z, PERIOD, type Period } from './kept.ts';

/** A closing a day from May 1st on, without days of receipts where there are none for it. */
function closings(...days: (string[] | undefined)[]): Map<string, Json> {
  const state = new Map<string, Json>([[LAST_Z, days.length]]);
  days.forEach((dated, i) => {
    const [first, last] = [1, 9].map((n) => ({ SQ: 10 * i + n, D: `2026-05-0${i + 1}T1${n}:00:00` }));
    const entry = closingEntry({
      ...{ Nr: i + 1, first: first!, last: last! },
      ...(dated && { days: dated }),
    });
    for (const [key, value] of Object.entries(entry)) state.set(key, value);
  });
  return state;
}

const numbers = (state: Map<string, Json>, from: string, till = from, open = false) => {
  const found = closingsOf(state, { from, till, open });
  return [...found.closings.map(({ number }) => number), ...(found.open ? [found.open.Nr] : [])];
};

describe('the closings of some days', () => {
  it('are those that were registered then, those with a receipt of then, and what is between them', () => {
    const state = closings([], [], ['2026-04-28'], [], ['2026-05-02']);
    expect(numbers(state, '2026-05-01')).toEqual([1]);
    expect(numbers(state, '2026-05-02')).toEqual([2, 3, 4, 5]);
    expect(numbers(state, '2026-05-03', '2026-05-04')).toEqual([3, 4]);
    expect(numbers(state, '2026-04-28')).toEqual([3]);
    expect(numbers(state, '2026-04-29', '2026-04-30')).toEqual([]);
    expect(numbers(state, '2026-05-06')).toEqual([]);
  });

  it('go back a week where nobody knows what came late, so that nothing is left out', () => {
    const state = closings(undefined, undefined, []);
    expect(numbers(state, '2026-04-24')).toEqual([1]);
    expect(numbers(state, '2026-04-25')).toEqual([1, 2]);
    expect(numbers(state, '2026-05-02')).toEqual([2]);
  });

  it('are with the open period where that has a receipt of then', () => {
    const state = closings([], [], []);
    const first = { SQ: 40, D: '2026-05-05T08:00:00' };
    const open = { ...{ Nr: 4, first, days: ['2026-05-02'], Client: 'K', tses: [] } } as unknown as Period;
    state.set(PERIOD, open as unknown as Json);
    expect(numbers(state, '2026-05-02', '2026-05-02', true)).toEqual([2, 3, 4]);
    expect(numbers(state, '2026-05-02')).toEqual([2]);
    expect(numbers(state, '2026-05-03', '2026-05-03', true)).toEqual([3]);
    expect(numbers(state, '2026-05-04', '2026-05-04', true)).toEqual([]);
    expect(numbers(state, '2026-05-06', '2026-05-06', true)).toEqual([4]);
  });
});
