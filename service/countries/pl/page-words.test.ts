/** The description of the page: whatever state the printer is in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { polandPage, type PolandPageInput } from './page.ts';

const texts = readPageTexts('pl');

const state = {
  ...{
    serial: 'ZBF 2101002392',
    z: 12,
    dayOpen: true,
    paperNearEnd: true,
    offline: false,
    drawerOpen: false,
  },
  ...{ memoryNearlyFull: false, memoryFull: false, receiptOpen: false, certificateExpires: null, unsent: 2 },
  ...{ paperEnd: false, coverOpen: false, zRequired: false, nextZRequired: '2026-11-21T16:55:00' },
  ...{ clock: '2026-11-20T16:55:00', memoryUsed: '12.5' },
};
const seen = (more: Partial<typeof state> = {}) => ({
  at: '2026-11-20T16:55:00',
  state: { ...state, ...more },
});

const shop: PolandPageInput = {
  today: '2026-11-20',
  printer: { address: '192.168.1.30:6666', seen: seen(), failure: null, extracts: ['closings', 'sum'] },
  lastReceipt: { z: 12, number: 34 },
  rates: ['A', 'B', 'C', 'D', 'E'].map((group) => ({
    ...{ group, rate: group === 'E' ? null : '23', letter: group === 'A' ? 'A' : null },
  })),
  areRatesKnown: true,
  open: null,
  problems: [],
};

const TROUBLES = [
  ...(['unreachable', 'no-answer', 'unreadable', 'rights', 'paper', 'cover', 'closing-needed'] as const),
  ...(['memory-full', 'wrong-order', 'wrong-rate', 'wrong-goods', 'wrong-clock', 'busy', 'refused'] as const),
];
const printer = { address: 'x:80', seen: null, failure: null, extracts: [] };

const pages = [
  shop,
  { ...shop, open: { total: '3.40', isNumbered: true, isInvoice: false }, lastReceipt: null },
  { ...shop, open: { total: '3.40', isNumbered: false, isInvoice: true }, areRatesKnown: false },
  { ...shop, printer: null },
  { ...shop, printer },
  ...[
    { offline: true, dayOpen: false },
    { offline: true, paperEnd: true, memoryFull: true },
    { memoryNearlyFull: true, unsent: 0, zRequired: true },
  ].map((more) => ({ ...shop, printer: { ...printer, seen: seen(more) } })),
  ...TROUBLES.map((trouble) => ({ ...shop, printer: { ...printer, failure: { trouble, text: 'no' } } })),
].map((input) => polandPage(input));

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'PL'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  // Those are said when an action is refused.
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});
