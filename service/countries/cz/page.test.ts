import { describe, expect, it } from 'vitest';
import { offeredActions } from '../contract/described-page/offered.ts';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { czechiaPage, type CzechiaPageInput } from './page.ts';

const texts = readPageTexts('cz');

/** A shop in operation. */
function shop(more: Partial<CzechiaPageInput> = {}): CzechiaPageInput {
  return {
    now: '2027-01-23T10:30:00',
    environment: 'production',
    certificate: { subject: 'CZ00000019', issuer: 'EET CA', validTill: '2027-05-01', daysLeft: 98 },
    waiting: { count: 0, deadline: null },
    trusted: [{ subject: 'CN=Tax CA', validTill: '2031-05-01' }],
    lastAnswer: { time: '2027-01-23T10:29:58', failure: null },
    ...{ version: 4, unit: '243', till: 'A-6/Brno_2', problems: [] },
    renewal: { from: '2027-04-10', asked: null, failure: null },
    ...more,
  };
}

const troubled = shop({
  environment: 'test',
  trusted: [],
  certificate: null,
  waiting: { count: 3, deadline: '2027-01-24T09:00:00' },
  lastAnswer: { time: '2027-01-23T10:29:58', failure: '4 Neplatny podpis' },
  ...{ version: 3, unit: '' },
  renewal: { from: '2027-04-10', asked: '2027-04-11T09:00:00', failure: 'HTTP status 429' },
});
const off = shop({ version: null, lastAnswer: null, renewal: null });

describe('the page for Czechia', () => {
  it.each([
    ['a shop in operation', shop()],
    ['a shop in trouble', troubled],
    ['nothing to record', off],
  ])('can be drawn: %s', (_what, input) => {
    expect(pageFaults(czechiaPage(input), texts, 'CZ')).toEqual([]);
  });

  it('uses all of its texts', () => {
    const used = new Set([shop(), troubled, off].flatMap((input) => [...keysOf(czechiaPage(input))]));
    expect([...texts.en!.keys()].filter((key) => !used.has(key) && !key.startsWith('error.'))).toEqual([]);
  });

  it('tests no connection where nothing is recorded', () => {
    const actions = (input: CzechiaPageInput) =>
      offeredActions(czechiaPage(input)).map(({ action }) => action);
    expect([actions(shop()).includes('echo'), actions(off).includes('echo')]).toEqual([true, false]);
  });
});
