/** The description of the page: whatever state the printer is in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import { offeredActions } from '../contract/described-page/offered.ts';
import type { Failure } from '../contract/fiscal-printer.ts';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { hungaryPage, type HungaryPageInput } from './page.ts';
import { TAX_GROUPS } from './taxes.ts';

const texts = readPageTexts('hu');

const state = {
  ...{ serial: 'A12345678', z: 12, dayOpen: null, paperNearEnd: true, offline: null, drawerOpen: null },
  ...{ memoryNearlyFull: null, memoryFull: null, receiptOpen: false, certificateExpires: null, unsent: null },
};
const printer = { address: '192.168.1.30:80', seen: null, failure: null, hasEuro: true, isPaperless: false };
const cloud = { ...printer, hasEuro: false, isPaperless: true };
const client = { subject: 'CN=C12345678', issuer: 'CN=NAV', validTill: '2027-11-20', daysLeft: 365 };

const shop: HungaryPageInput = {
  today: '2026-11-20',
  printer: { ...printer, seen: { at: '2026-11-20T16:55:00', state } },
  openedOn: '2026-11-20',
  rates: TAX_GROUPS,
  open: null,
  problems: [],
  invoices: {
    ...{ now: '2026-11-20T16:55:00', environment: 'test', certificate: null, problems: [] },
    ...{ waiting: { count: 0, deadline: null }, lastAnswer: null, user: 'abc123' },
    ...{ annulments: [], hasInvoices: true },
  },
};
const sending = {
  ...shop.invoices,
  ...{
    environment: 'production' as const,
    user: null,
    waiting: { count: 1, deadline: '2026-11-21T16:55:00' },
  },
  lastAnswer: { time: '2026-11-20T16:55:00', failure: null },
  annulments: [
    ...(['ASKED', 'REFUSED', 'NOT_VERIFIABLE'] as const),
    ...(['VERIFICATION_PENDING', 'VERIFICATION_DONE', 'VERIFICATION_REJECTED'] as const),
  ].map((status) => ({
    number: 'BP1-1/2026/000001',
    on: '2026-11-20',
    transaction: status,
    test: false,
    status,
  })),
};

const TROUBLES = [
  ...(['unreachable', 'no-answer', 'unreadable', 'rights', 'paper', 'cover', 'closing-needed'] as const),
  ...([
    'day-not-open',
    'wrong-rate',
    'wrong-clock',
    'memory-full',
    'blocked',
    'wrong-order',
    'busy',
    'refused',
  ] as const),
];

const pages = [
  shop,
  { ...shop, open: { total: '3400.00' }, openedOn: null },
  { ...shop, open: { total: '3400.00' }, printer: { ...cloud, hasEuro: true, client } },
  { ...shop, printer: null },
  { ...shop, printer },
  { ...shop, printer: { ...cloud, client: null, isRequested: true } },
  { ...shop, printer: { ...cloud, client }, openedOn: null },
  { ...shop, invoices: sending },
  { ...shop, invoices: { ...sending, lastAnswer: { time: '2026-11-20T16:55:00', failure: 'no' } } },
  ...TROUBLES.map((trouble) => ({ ...shop, printer: { ...printer, failure: { trouble, text: 'no' } } })),
].map((input) => hungaryPage(input));

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'HU'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  // Those are said when an action is refused.
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});

it('offers to open the day only while none is open', () => {
  const offered = (openedOn: string | null) =>
    offeredActions(hungaryPage({ ...shop, openedOn })).map(({ action }) => action);
  expect(offered('2026-11-20')).not.toContain('open-day');
  expect(offered(null)).toContain('open-day');
});

it('offers to close the day unless none is open', () => {
  const offered = (openedOn: string | null, dayOpen: boolean | null, failure?: Failure) =>
    offeredActions(
      hungaryPage({
        ...{ ...shop, openedOn },
        printer: {
          ...{ ...printer, seen: { at: '2026-11-20T16:55:00', state: { ...state, dayOpen } } },
          failure: failure ?? null,
        },
      }),
    ).map(({ action }) => action);
  expect(offered(null, false)).not.toContain('close-day');
  expect(offered('2026-11-20', false)).toContain('close-day');
  // Others have opened it, or the printer does not say.
  expect(offered(null, true)).toContain('close-day');
  expect(offered(null, null)).toContain('close-day');
  expect(offered(null, false, { trouble: 'closing-needed', text: 'no' })).toContain('close-day');
});
