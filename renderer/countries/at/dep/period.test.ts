import { expect, it } from 'vitest';
import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';
import { newPeriod, wholePeriod } from './period.ts';

const today = '2027-01-21';
const overview = (start: string | null, till: string | null) =>
  ({ start: start && { time: start }, dep: { till, due: null } }) as AustriaOverview;

it('saves what is new from the last day that is saved on, so that no gap can be', () => {
  expect(newPeriod(overview('2026-12-01T08:00:00', '2026-12-31'), today)).toEqual({
    from: '2026-12-31',
    till: today,
  });
  expect(newPeriod(overview('2026-12-01T08:00:00', null), today)).toEqual({
    from: '2026-12-01',
    till: today,
  });
});

it('saves everything from the start receipt on', () => {
  expect(wholePeriod(overview('2026-12-01T08:00:00', '2026-12-31'), today)?.from).toBe('2026-12-01');
  expect(wholePeriod(overview(null, null), today)).toBeNull();
});
