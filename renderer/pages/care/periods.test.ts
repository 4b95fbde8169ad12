import { expect, it } from 'vitest';
import { USUAL_PERIODS, usualPeriod } from './periods.ts';

it.each([
  ['2026-11-23', 'thisMonth', '2026-11-01', '2026-11-30'],
  ['2026-11-23', 'lastMonth', '2026-10-01', '2026-10-31'],
  ['2026-11-23', 'thisQuarter', '2026-10-01', '2026-12-31'],
  ['2026-11-23', 'lastQuarter', '2026-07-01', '2026-09-30'],
  ['2026-11-23', 'thisYear', '2026-01-01', '2026-12-31'],
  ['2026-11-23', 'lastYear', '2025-01-01', '2025-12-31'],
  ['2024-03-31', 'lastMonth', '2024-02-01', '2024-02-29'],
  ['2026-01-01', 'lastMonth', '2025-12-01', '2025-12-31'],
  ['2026-02-01', 'lastQuarter', '2025-10-01', '2025-12-31'],
] as const)('on %s %s is from %s to %s', (today, name, from, till) => {
  expect(usualPeriod(name, today)).toEqual({ from, till });
  expect(USUAL_PERIODS).toContain(name);
});
