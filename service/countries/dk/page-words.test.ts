/** The description of the page: whatever state the register is in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { denmarkPage, type DenmarkPageInput } from './page.ts';

const texts = readPageTexts('dk');

const KEY = { name: 'key', version: 1, label: '' };

const till: DenmarkPageInput = {
  ...{ now: '2026-05-12T12:00:00', environment: 'production', lastAnswer: null, problems: [] },
  certificate: { subject: 'Café Eksempel', issuer: 'OCES', validTill: '2027-05-01', daysLeft: 354 },
  waiting: { count: 0, deadline: null },
  ...{ register: 'KBH1-1', transactions: 12, keyVersion: KEY, grand: { sales: '12345', returns: '45' } },
};
const pages = [till, { ...till, certificate: null, transactions: 0, keyVersion: { ...KEY, version: 0 } }].map(
  denmarkPage,
);

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'DK'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});
