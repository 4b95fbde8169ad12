import { describe, expect, it } from 'vitest';
import { inputIssues } from '../contract/described-page/input.ts';
import { offeredActions } from '../contract/described-page/offered.ts';
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
    trusted: [{ subject: 'CN=Tax CA', validTill: '2031-05-01' }],
    lastAnswer: { time: '2026-11-23T10:29:58', failure: null },
    ...{ code: '88820201234560001', swId: 'A'.repeat(40), isCertified: true, highest: 17 },
    ...{ restored: null, problems: [], identity: null, ppekk: null, messages: [], open: null },
    ...more,
  };
}

const troubled = shop({
  environment: 'test',
  trusted: [],
  certificate: null,
  waiting: { count: 3, deadline: '2026-11-24T09:00:00' },
  lastAnswer: { time: '2026-11-23T10:29:58', failure: '-101 DIČ' },
  ...{ code: '', isCertified: false, restored: 17 },
});
const first = shop({ lastAnswer: null });
const MESSAGE = {
  of: 'BA-1/1',
  since: '2026-11-20T08:00:00',
  deadline: '2026-11-24T08:00:00',
  refused: null,
};
const waits = shop({
  messages: [
    { ...MESSAGE, isPlace: true },
    { ...MESSAGE, isPlace: false, refused: '-101 DIČ' },
  ],
});
const IDENTITY = {
  dic: '2020123456',
  ico: '',
  name: 'Pekáreň',
  place: 'Predajňa',
  code: '88820201234560001',
};
const certified = shop({
  open: '13.49',
  ppekk: 'http://localhost:13083',
  identity: { ...IDENTITY, kind: 'STANDARD' },
});
const actionsOf = (input: SlovakiaPageInput) =>
  offeredActions(slovakiaPage(input)).map(({ action }) => action);

describe('the page for Slovakia', () => {
  it.each([
    ['a shop in operation', shop()],
    ['a shop in trouble', troubled],
    ['a place that waits', waits],
    ['a certified program', certified],
  ])('can be drawn: %s', (_what, input) => {
    expect(pageFaults(slovakiaPage(input), texts, 'SK')).toEqual([]);
  });

  it('uses all of its texts', () => {
    const used = new Set(
      [shop(), troubled, first, waits, certified].flatMap((input) => [...keysOf(slovakiaPage(input))]),
    );
    expect([...texts.en!.keys()].filter((key) => !used.has(key) && !key.startsWith('error.'))).toEqual([]);
  });

  it('offers to send what waits, and no place of a register that stays where it is', () => {
    expect(actionsOf(shop())).not.toContain('send');
    expect(actionsOf(waits)).toContain('send');
    expect(actionsOf(shop({ identity: { ...IDENTITY, kind: 'PORTABLE' } }))).toContain('place-gps');
    expect(actionsOf(shop({ identity: { ...IDENTITY, kind: 'STANDARD' } }))).not.toContain('place-gps');
    // Its certificate lies in the storage.
    expect(actionsOf(certified)).toEqual(['not-registered', 'identity']);
    // So do its code and the identification of the program.
    const bare = [...keysOf(slovakiaPage({ ...certified, identity: null, code: '' }))];
    expect(bare.filter((key) => /^register\.(?:code|unknown|swId|uncertified)$/.test(key))).toEqual([]);
  });

  it('takes places that exist', () => {
    const wrong = (input: object) =>
      inputIssues(slovakiaPage(shop()), 'place-gps', { ...input }).map(({ path }) => path);
    expect(wrong({ longitude: '17.165377', latitude: '48.148962' })).toEqual([]);
    expect(wrong({ longitude: '181', latitude: '48.1489621' })).toEqual(['longitude', 'latitude']);
  });
});
