import { describe, expect, it } from 'vitest';
import { inputIssues } from '../contract/described-page/input.ts';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { slovakiaPage, type SlovakiaPageInput } from './page.ts';

const texts = readPageTexts('sk');

/** A shop in operation. */
function shop(more: Partial<SlovakiaPageInput> = {}): SlovakiaPageInput {
  return {
    now: '2026-11-23T10:30:00',
    environment: 'production',
    certificate: { subject: 'VATSK-2020123456', issuer: 'e-Kasa CA', validTill: '2027-05-01', daysLeft: 159 },
    waiting: { count: 0, deadline: null },
    lastAnswer: { time: '2026-11-23T10:29:58', failure: null },
    ...{ code: '88820201234560001', swId: 'A'.repeat(40), isCertified: true, highest: 17 },
    ...{ restored: null, problems: [] },
    ...more,
  };
}

const troubled = shop({
  environment: 'test',
  certificate: null,
  waiting: { count: 3, deadline: '2026-11-24T09:00:00' },
  lastAnswer: { time: '2026-11-23T10:29:58', failure: '-101 DIČ' },
  ...{ code: '', isCertified: false, restored: 17 },
});
const first = shop({ lastAnswer: null });

describe('the page for Slovakia', () => {
  it.each([
    ['a shop in operation', shop()],
    ['a shop in trouble', troubled],
  ])('can be drawn: %s', (_what, input) => {
    expect(pageFaults(slovakiaPage(input), texts)).toEqual([]);
  });

  it('uses all of its texts', () => {
    const used = new Set([shop(), troubled, first].flatMap((input) => [...keysOf(slovakiaPage(input))]));
    expect([...texts.en!.keys()].filter((key) => !used.has(key) && !key.startsWith('error.'))).toEqual([]);
  });

  it('takes places that exist', () => {
    const wrong = (input: object) =>
      inputIssues(slovakiaPage(shop()), 'place-gps', { ...input }).map(({ path }) => path);
    expect(wrong({ longitude: '17.165377', latitude: '48.148962' })).toEqual([]);
    expect(wrong({ longitude: '181', latitude: '48.1489621' })).toEqual(['longitude', 'latitude']);
  });
});
