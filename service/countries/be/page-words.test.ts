/** The description of the page: whatever state the register is in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { belgiumPage, type BelgiumPageInput } from './page.ts';

const texts = readPageTexts('be');

const shop: BelgiumPageInput = {
  settings: { generation: '2', address: 'bmc08000048.local', fdm: 'BMC08000048', hasSecret: true },
  ...{ lacks: [], pos: 'CTST0010000001', language: 'nl', hasClocked: true, ticket: 12, period: '2026-11-20' },
  entered: { serial: '', unit: '2000000042', version: '' },
  operators: [{ id: '0a1b2c3d', alias: 'An', name: 'An' }],
  ...{ signed: 12, turnover: '52.00', open: null, isRestored: false, problems: [] },
};

const pages = [
  shop,
  { ...shop, settings: null, operators: [], hasClocked: false, period: null, language: 'fr' as const },
  { ...shop, settings: { ...shop.settings!, generation: '1' as const }, language: 'de' as const },
  { ...shop, settings: { ...shop.settings!, hasSecret: false }, period: null, language: 'fr' as const },
  { ...shop, lacks: ['Trm.Serial' as const, 'Loc.TaxId' as const], pos: '' },
  { ...shop, open: { ticket: 13 }, isRestored: true },
].map((input) => belgiumPage(input));

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'BE'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  // Those are said when an action is refused.
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});
