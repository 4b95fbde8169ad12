import { describe, expect, it } from 'vitest';
import { inputIssues } from '../contract/described-page/input.ts';
import { offeredActions } from '../contract/described-page/offered.ts';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { sloveniaPage, type SloveniaPageInput } from './page.ts';

const texts = readPageTexts('si');
const stand = { place: { type: 'B' }, from: '2026-01-01', closed: false, note: '', at: '', test: false };

/** A shop in operation. */
function shop(more: Partial<SloveniaPageInput> = {}): SloveniaPageInput {
  return {
    now: '2026-11-23T10:30:00',
    environment: 'production',
    certificate: { subject: 'TRGOVINA', issuer: 'Tax CA', validTill: '2027-05-01', daysLeft: 159 },
    waiting: { count: 0, deadline: null },
    trusted: [{ subject: 'CN=Tax CA', validTill: '2031-05-01' }],
    lastAnswer: { time: '2026-11-23T10:29:58', failure: null },
    ...{ premises: 'TRGOVINA1', device: 'BLAG2', registered: stand, restored: null, problems: [] },
    ...more,
  };
}

/** A shop on its first day, with tests on and things gone wrong. */
const troubled = shop({
  environment: 'test',
  trusted: [],
  certificate: null,
  waiting: { count: 3, deadline: '2026-11-24T09:00:00' },
  lastAnswer: { time: '2026-11-23T10:29:58', failure: 's006 Poslovni prostor ni prijavljen' },
  registered: null,
  restored: 125,
});
const closed = shop({ registered: { ...stand, closed: true }, lastAnswer: null });
const elsewhere = shop({ registered: { ...stand, place: null } });

const actionsOf = (input: SloveniaPageInput) =>
  offeredActions(sloveniaPage(input)).map(({ action }) => action);

describe('the page for Slovenia', () => {
  it.each([
    ['a shop in operation', shop()],
    ['a shop in trouble', troubled],
    ['closed premises', closed],
  ])('can be drawn: %s', (_what, input) => {
    expect(pageFaults(sloveniaPage(input), texts, 'SI')).toEqual([]);
  });

  it('uses all of its texts', () => {
    const used = new Set([shop(), troubled, closed].flatMap((input) => [...keysOf(sloveniaPage(input))]));
    expect([...texts.en!.keys()].filter((key) => !used.has(key) && !key.startsWith('error.'))).toEqual([]);
  });

  it('closes nothing but what is open and was registered here', () => {
    expect(actionsOf(shop())).toContain('premises-close');
    for (const input of [troubled, closed, elsewhere])
      expect(actionsOf(input)).not.toContain('premises-close');
    expect(actionsOf(troubled)).toContain('premises-known');
    expect(actionsOf(elsewhere)).not.toContain('premises-known');
  });

  it('takes a building by its numbers', () => {
    const building = {
      ...{ cadastral: '365', building: '12', section: '3', street: 'Tržaška cesta', house: '24' },
      ...{ community: 'Ljubljana', city: 'Ljubljana', postcode: '1000', from: '2026-01-01' },
    };
    const wrong = (more: object) =>
      inputIssues(sloveniaPage(shop()), 'premises-real', { ...building, ...more }).map(({ path }) => path);
    expect(wrong({})).toEqual([]);
    expect(wrong({ cadastral: '12345', building: 'a', postcode: '100' })).toEqual([
      ...['cadastral', 'building', 'postcode'],
    ]);
  });
});
