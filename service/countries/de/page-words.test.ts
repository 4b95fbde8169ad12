/** The description of the page: whatever state TSEs are in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import { TSE_MODELS } from '../../devices/tse/models.ts';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import type { TseTrouble, TseUnit } from '../contract/tse.ts';
import { germanyPage, type GermanyPageInput } from './page.ts';

const texts = readPageTexts('de');
const serial = 'a'.repeat(64);

const state = {
  ...{ identity: null, initialisation: 'initialised' as const, description: 'TSE', timeSet: true },
  ...{
    selfTestPassed: true,
    selfTestDue: null,
    certificateExpires: '2026-07-01',
    clients: [],
    mostClients: 1,
  },
  ...{
    openTransactions: 0,
    mostOpenTransactions: 1,
    signatures: 5,
    mostSignatures: 10,
    storeUsed: 1_500_000,
  },
  ...{ storeSize: null, signatureCounter: 5, lastTransaction: 2, blocked: [] },
};
const unit = (more: Partial<TseUnit>): TseUnit =>
  ({
    id: 'a',
    model: 'other',
    product: 'TSE',
    isTest: false,
    identity: null,
    seen: null,
    failure: null,
    ...more,
  }) as TseUnit;
const identity = {
  ...{ serial, publicKey: '', algorithm: 'ecdsa-plain-SHA256', timeFormat: 'unixTime' as const },
  ...{ encoding: 'UTF-8' as const, certificates: [] },
};

const TROUBLES: readonly TseTrouble[] = [
  ...(['unreachable', 'no-answer', 'unreadable', 'busy', 'not-initialised', 'time-not-set'] as const),
  ...([
    'self-test-due',
    'self-test-failed',
    'unauthorised',
    'wrong-pin',
    'blocked-pin',
    'wrong-puk',
  ] as const),
  ...(['blocked-puk', 'client-unknown', 'client-limit', 'transaction-unknown', 'transaction-limit'] as const),
  ...(['signatures-exhausted', 'store-full', 'certificate-expired', 'disabled', 'defective'] as const),
  ...(['export-running', 'export-too-large', 'not-exported', 'unsupported', 'refused'] as const),
];

const models = [
  ...TSE_MODELS,
  {
    ...{ name: 'other', product: 'Other TSE', settings: [] },
    credentials: Object.fromEntries(
      ['adminPin', 'adminPuk', 'timePin', 'timePuk'].map((pin) => [pin, { least: 5, most: 5 }]),
    ),
  },
];
const outage = {
  ...{ since: '2026-05-12T12:00:00', first: 1, last: 2, receipts: 2 },
  ...{ reason: 'no', trouble: 'unreachable' },
};
const shop: GermanyPageInput = {
  ...{ today: '2026-05-12', units: [], models, client: 'KASSE-1', period: null, lastClosing: 0 },
  lending: null,
  ...{ hasSigned: false, outage: null, past: [], open: 0, problems: [] },
  report: { company: 'x', taxNumber: '', taxId: '', place: 'x', software: 'x', hardware: '' },
};

const pages = [
  shop,
  { ...shop, units: [unit({})] },
  { ...shop, units: [unit({ identity })], lending: { hasPassword: true } },
  { ...shop, lending: { hasPassword: false } },
  {
    ...{ ...shop, hasSigned: true, period: { nr: 3, since: '2026-05-12T12:00:00' }, outage },
    ...{
      past: [{ ...outage, since: '2026-05-01T12:00:00', till: '2026-05-02T12:00:00', isJournaled: true }],
    },
    units: [unit({ identity, seen: { at: 0, state } }), unit({ id: 'b', seen: { at: 0, state } })],
  },
  {
    ...{ ...shop, hasSigned: true },
    units: TROUBLES.map((trouble) =>
      unit({ id: trouble, identity, failure: { trouble, text: 'no', since: 0, nextTry: 0 } }),
    ),
  },
].map((input) => germanyPage(input));

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'DE'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  // Those are said when an action is refused.
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});

it('tells TSEs of the same name apart, and asks about the one that is meant', () => {
  const units = [unit({ identity }), unit({ id: 'b' }), unit({ id: 'c', product: 'Another' })];
  const { sections } = germanyPage({ ...shop, hasSigned: true, units });
  const tables = sections.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'table' ? [part] : [])),
  );
  const rows = tables[0]!.rows.map(({ cells, actions = [] }) => {
    const remove = actions.find(({ action }) => action === 'remove')!;
    return [
      cells[0]!.value,
      remove.of?.values?.product,
      remove.confirm?.heading.values?.product,
      remove.fixed?.id,
    ];
  });
  const one = (mark: string) => ({ key: 'tse.oneOf', values: { product: 'TSE', mark } });
  expect(rows).toEqual([
    [...Array<object>(3).fill(one('aaaaaaaa')), 'a'],
    [...Array<object>(3).fill(one('b')), 'b'],
    ['Another', 'Another', 'Another', 'c'],
  ]);
});
