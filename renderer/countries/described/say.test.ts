import { describe, expect, it } from 'vitest';
import { sayer } from './say.ts';

const say = sayer((key, values) => `${key} ${JSON.stringify(values)}`, 'en-GB');

describe('values of a described page', () => {
  it('are written the way of the language', () => {
    expect(say('as it is')).toBe('as it is');
    expect(say(12345)).toBe('12,345');
    expect(say({ day: '2026-11-05' })).toBe('5 Nov 2026');
    expect(say({ month: '2026-11' })).toBe('November 2026');
    expect(say({ time: '2026-11-05T14:05:09' })).toBe('5 Nov 2026, 14:05');
    expect(say({ amount: '-1234.50', currency: 'EUR' })).toBe('-€1,234.50');
    expect(say({ percent: '13.5' })).toBe('13.5%');
  });

  it('stand in words the same way, and words in words', () => {
    expect(say({ key: 'a', values: { day: { day: '2026-11-05' }, what: { key: 'b' } } })).toBe(
      'a {"day":"5 Nov 2026","what":"b {}"}',
    );
  });

  it('leave a count a number, which chooses between one and several', () => {
    expect(say({ key: 'a', values: { count: 1000, other: 1000 } })).toBe('a {"count":1000,"other":"1,000"}');
  });
});
