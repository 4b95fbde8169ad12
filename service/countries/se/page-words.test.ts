/** The description of the page: whatever state the register is in, it can be drawn and has words for everything. */
import { expect, it } from 'vitest';
import type { UnitTrouble } from '../contract/control-unit.ts';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { swedenPage, type SwedenPageInput } from './page.ts';

const texts = readPageTexts('se');

const till: SwedenPageInput = {
  ...{ register: 'STO1-1', number: 12, grand: { sales: '12345', returns: '45' }, parked: [1, 500] },
  unit: { kind: 'cleancash', url: 'http://192.168.1.50:8081/xccsp', user: '', password: '' },
  seen: { at: '2026-05-12T12:00:00', unit: 'CC1', warning: null, failure: null },
  ...{ certificate: null, warnDays: 30, restored: null, open: null, problems: [] },
};
const server: SwedenPageInput = {
  ...till,
  unit: { kind: 'tcs', url: 'https://tcs.example/tcsserver', application: 'Tillmark', ca: '' },
  certificate: { subject: 'STO1-1', issuer: 'CA', validTill: '2027-05-12', daysLeft: 365 },
  restored: 12,
  open: {
    ...{ kind: 'normal', time: '2026-05-12T12:00:00', number: 13, register: 'STO1-1', company: '5560004615' },
    ...{ address: '-', total: 12_500, negative: 0, vat: [], request: '' },
  },
};
const TROUBLES: readonly UnitTrouble[] = [
  ...(['unreachable', 'no-answer', 'unreadable', 'busy', 'rights'] as const),
  ...(['register', 'licence', 'memory-full', 'broken', 'refused'] as const),
];
const pages = [
  ...[till, server, { ...till, unit: null, seen: null }, { ...till, seen: null }],
  { ...till, seen: { ...till.seen!, warning: 'full' } },
  ...(['ccsp', 'posplus'] as const).map((kind) => ({ ...till, unit: { kind, url: 'COM3' } })),
  ...TROUBLES.map((trouble) => ({ ...till, seen: { ...till.seen!, failure: { trouble, text: '' } } })),
].map(swedenPage);

it('can be drawn in every state', () => {
  expect(pages.flatMap((page) => pageFaults(page, texts, 'SE'))).toEqual([]);
});

it('has no words that nothing says', () => {
  const used = new Set(pages.flatMap((page) => [...keysOf(page)]));
  const known = [...texts.en!.keys()].filter((key) => !key.startsWith('error.'));
  expect(known.filter((key) => !used.has(key))).toEqual([]);
});
