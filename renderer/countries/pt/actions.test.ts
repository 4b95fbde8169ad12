import { describe, expect, it } from 'vitest';
import { openedSeries } from './actions.ts';

describe('opened series', () => {
  it('is named in the answer', () => {
    expect(openedSeries({ result: { id: 'FS 1_1.26A', code: 'AAJFF2GT' } })).toBe('FS 1_1.26A');
  });

  it('may be left out', () => {
    for (const answer of [null, undefined, '', {}, { result: null }, { result: { id: 7 } }]) {
      expect(openedSeries(answer)).toBeNull();
    }
  });
});
