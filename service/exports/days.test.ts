import { describe, expect, it } from 'vitest';
import { readDays } from './days.ts';

const today = '2026-05-04';

describe('a period that is left out', () => {
  it.each([
    ['2026-05-04', '2026-04-01', '2026-04-30'],
    ['2026-01-31', '2025-12-01', '2025-12-31'],
    ['2026-03-31', '2026-02-01', '2026-02-28'],
    ['2028-03-01', '2028-02-01', '2028-02-29'],
  ])('is, on %s, the calendar month before', (day, from, till) => {
    expect(readDays({}, day)).toEqual({ from, till });
  });

  it('goes on till today, or begins with its month', () => {
    expect(readDays({ from: '2025-11-15' }, today)).toEqual({ from: '2025-11-15', till: today });
    expect(readDays({ from: today }, today)).toEqual({ from: today, till: today });
    expect(readDays({ till: '2025-11-15' }, today)).toEqual({ from: '2025-11-01', till: '2025-11-15' });
  });
});

it('takes both days as they are', () => {
  expect(readDays({ from: '2025-01-01', till: '2026-12-31' }, today)).toEqual({
    from: '2025-01-01',
    till: '2026-12-31',
  });
});

it.each(['2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1', '2026-01-01T00:00:00', 'x', ' '])(
  'refuses %j, which is no day, and names the field',
  (day) => {
    expect(readDays({ from: day }, today)).toMatchObject({
      issues: [{ code: '#EXPORT_PERIOD', path: 'from' }],
    });
    expect(readDays({ till: day }, today)).toMatchObject({
      issues: [{ code: '#EXPORT_PERIOD', path: 'till' }],
    });
    expect(readDays({ from: day, till: day }, today)).toMatchObject({ issues: [{}, {}] });
  },
);

it('refuses a period that ends before it begins', () => {
  const issues = [{ code: '#EXPORT_PERIOD', path: 'from' }];
  expect(readDays({ from: '2026-05-02', till: '2026-05-01' }, today)).toMatchObject({ issues });
  expect(readDays({ from: '2026-05-05' }, today)).toMatchObject({ issues });
});
