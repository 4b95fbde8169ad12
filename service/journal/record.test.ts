import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { runs } from '../testing/runs.ts';
import { recordOf } from './record.ts';
import { lineOf } from './row.ts';

/** Values that look like what is cut off: members of that name, and its text inside of texts. */
const { values } = fc.letrec<{ values: Json }>((tie) => ({
  values: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(1, '', ',"State":{', '}}', '\\",\\"State\\":{'),
    fc.array(tie('values'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('State', 'a', '"'), tie('values'), { maxKeys: 3 }),
  ),
}));
const members = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 3 });

it('gives back what was written, without the state, whatever it holds', () => {
  fc.assert(
    fc.property(members('ESR', 'Kept', 'About'), members('State', 'DK/sums', 'x'), (own, changes) => {
      const record = {
        _: 'log',
        SQ: 1,
        RN: 'def',
        D: '2026-05-12T12:00:00',
        ...own,
      } as unknown as JournalRecord;
      expect(recordOf(lineOf(record, changes))).toEqual(record);
    }),
    { numRuns: runs(300) },
  );
});
