import { describe, expect, it } from 'vitest';
import { canBeAsked } from './entered-day.ts';

describe('a day on its way into its field', () => {
  it.each(['', '0002-01-29', '0020-01-29', '0202-01-29', '20261-01-29'])(
    'is not asked for as %o',
    (entered) => expect(canBeAsked(entered)).toBe(false),
  );

  it('is asked for as soon as its year is whole', () => expect(canBeAsked('2026-01-29')).toBe(true));
});
