/** What records of a cash register are called at the head of their paper. */
import { expect, it } from 'vitest';
import type { JournalRecord } from '../../../receipt/tra.ts';
import { paper as danish } from '../../dk/paper.ts';
import { paper as norwegian } from '../../no/paper.ts';

it('a parked sale has a heading in the language of the country', () => {
  const parked: JournalRecord = {
    ...{ _: 'Tra', SQ: 1, RN: 'def', D: '2026-05-12T12:00:00' },
    ESR: { NF: 'park', PosA: [{ _: 'Pos', Dsc: 'Te', Amt: '30.00' }] },
  };
  expect([danish(parked).title, norwegian(parked).title]).toEqual(['Parkeret salg', 'Parkert salg']);
});
