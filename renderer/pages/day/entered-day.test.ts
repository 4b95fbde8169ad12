import { describe, expect, it } from 'vitest';
import { canBeAsked, isAhead } from './entered-day.ts';

const TODAY = '2026-02-01';

describe('a day on its way into its field', () => {
  it.each(['', '0002-01-29', '0020-01-29', '0202-01-29', '20261-01-29'])(
    'is not asked for as %o',
    (entered) => expect([canBeAsked(entered, TODAY), isAhead(entered, TODAY)]).toEqual([false, false]),
  );

  it('is asked for as soon as its year is whole', () => {
    expect(canBeAsked('2026-01-29', TODAY)).toBe(true);
    expect(canBeAsked(TODAY, TODAY)).toBe(true);
  });

  it('is not asked for before it has come', () => {
    expect([canBeAsked('2026-02-02', TODAY), isAhead('2026-02-02', TODAY)]).toEqual([false, true]);
    expect([canBeAsked('2999-01-01', TODAY), isAhead('2999-01-01', TODAY)]).toEqual([false, true]);
  });
});
