/** The description of the page: whatever state the register is in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { francePage, type FrancePageInput } from './page.ts';

const texts = readPageTexts('fr');

const till: FrancePageInput = {
  certificate: { rules: 'NF525', number: 'B0274', category: 'B', isNone: false },
  ...{ software: 'BarPos 4.2 / Tillmark 3.0.0', key: '0123456789abcdef', begun: '2026-05-12T12:00:00' },
  ...{ events: 12, totals: { real: '-1.00', absolute: '12.30' }, yearMonth: 12 },
  periods: (['day', 'month', 'year'] as const).map((kind) => ({
    ...{ kind, from: '2026-05-12', total: '12.30', count: 3 },
  })),
  archive: { till: '2026-04-30', due: { from: '2025-01-01', till: '2025-12-31', isYear: true } },
  ...{ year: { from: '2026-01-01', till: '2026-05-12' }, clock: null, problems: [] },
};

const pages = [
  till,
  { ...till, key: null, begun: null, periods: [], archive: { till: null, due: null } },
  { ...till, archive: { till: null, due: { from: '2025-03-01', till: '2025-12-31', isYear: false } } },
  { ...till, clock: { last: '2026-05-12T12:00:00' } },
  { ...till, clock: { last: '2026-05-12' } },
  ...(['A', 'C', null] as const).map((category) => ({
    ...till,
    certificate: { ...till.certificate, category },
  })),
].map((input) => francePage(input));

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'FR'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});
