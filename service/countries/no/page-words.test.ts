/** The description of the page: whatever state the register is in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { norwayPage, type NorwayPageInput } from './page.ts';

const texts = readPageTexts('no');

const till: NorwayPageInput = {
  ...{
    register: 'OSL1-1',
    transactions: 12,
    keyVersion: { name: 'key', version: 1, label: '' },
    grand: { sales: '12345', returns: '45' },
  },
  ...{ algorithm: 'RSA-SHA1-1024', entered: '' },
};
const pages = [till, { ...till, algorithm: null }].map(norwayPage);

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'NO'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});
