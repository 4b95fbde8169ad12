/** The description of the page: whatever state the printer is in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { italyPage, type ItalyPageInput } from './page.ts';

const texts = readPageTexts('it');

const state = {
  ...{ serial: '99MEX012345', z: 12, dayOpen: true, paperNearEnd: true, offline: false, drawerOpen: false },
  ...{ memoryNearlyFull: false, memoryFull: false, receiptOpen: false },
  ...{ certificateExpires: '2027-05-01', unsent: 2, late: 1, rejected: 1, memoryUsed: '0.4' },
  ...{ clock: '2026-11-20T16:55:00', zRequired: false },
};
const seen = (more: Partial<typeof state> = {}) => ({
  at: '2026-11-20T16:55:00',
  state: { ...state, ...more },
});
const groups = ['A', 'B', 'C', 'D', 'ES', 'EE', 'NS', 'NI', 'RM', 'AL'];

const PRINTS = { isPaperless: false, extracts: ['closings', 'sum', 'journal', 'memory'] as const };

const shop: ItalyPageInput = {
  today: '2026-11-20',
  printer: { address: '192.168.1.30:80', seen: seen(), failure: null, ...PRINTS },
  lastDocument: '0012-0034',
  rates: groups.map((group, i) => ({ group, rate: '22', nature: null, department: i === 0 ? null : i })),
  open: null,
  problems: [],
};

const TROUBLES = [
  ...(['unreachable', 'no-answer', 'unreadable', 'rights', 'paper', 'cover', 'closing-needed'] as const),
  ...(['memory-full', 'wrong-order', 'busy', 'refused', 'nothing-sold', 'not-found'] as const),
  ...(['wrong-rate', 'wrong-clock'] as const),
];

const pages = [
  shop,
  { ...shop, open: { total: '3.40' }, lastDocument: null },
  { ...shop, printer: null },
  { ...shop, printer: { address: 'x:80', seen: null, failure: null, ...PRINTS } },
  { ...shop, printer: { address: 'x:80', seen: seen(), failure: null, isPaperless: true, extracts: [] } },
  {
    ...{ ...shop, open: { total: '3.40' } },
    printer: { address: 'x:80', seen: null, failure: null, isPaperless: true, extracts: [] },
  },
  ...[
    { offline: true, dayOpen: false },
    { memoryFull: true },
    { memoryNearlyFull: true, unsent: 0 },
    { zRequired: true },
  ].map((more) => ({ ...shop, printer: { address: 'x:80', seen: seen(more), failure: null, ...PRINTS } })),
  ...TROUBLES.map((trouble) => ({
    ...shop,
    printer: { address: 'x:80', seen: null, failure: { trouble, text: 'no' }, ...PRINTS },
  })),
].map((input) => italyPage(input));

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'IT'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  // Those are said when an action is refused.
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});
