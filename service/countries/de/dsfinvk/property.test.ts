/** Random days: whatever a till registers, its export is valid. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { exported, verified } from './testing/exported.ts';
import { dice, happen, paid } from './testing/random-sales.ts';
import { Till } from './testing/till.ts';

it('is valid whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 30 }), async (seed, length) => {
      const roll = dice(seed);
      const till = new Till({ from: '2026-10-24T20:00:00' });
      till.pay = (total) => paid(total, roll);
      let processes = 0;
      for (let day = 0; day < 3; day++) {
        for (let i = 0; i < length; i++) if (happen(till, roll).Kept !== undefined) processes++;
        till.close();
        processes++;
        till.seconds += roll(12 * 3600);
        // The counters of a new TSE begin again; its serial is another one.
        if (roll(3) === 0) till.swapTse();
      }
      const files = await exported([till]);
      expect(await verified(files)).toEqual({ findings: [], more: 0, counts: { closings: 3, processes } });
    }),
    { numRuns: runs(10) },
  );
});
