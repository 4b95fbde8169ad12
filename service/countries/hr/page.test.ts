import { describe, expect, it } from 'vitest';
import { inputIssues } from '../contract/described-page/input.ts';
import { offeredActions } from '../contract/described-page/offered.ts';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { croatiaPage, type CroatiaPageInput } from './page.ts';

const texts = readPageTexts('hr');

const operator = '02994650199';

/** A shop in operation. */
function shop(more: Partial<CroatiaPageInput> = {}): CroatiaPageInput {
  return {
    now: '2026-11-23T10:30:00',
    environment: 'production',
    certificate: { subject: 'FISKAL 1', issuer: 'Fina RDC 2020', validTill: '2027-05-01', daysLeft: 159 },
    waiting: { count: 0, deadline: null },
    trusted: [{ subject: 'CN=Tax CA', validTill: '2031-05-01' }],
    lastAnswer: { time: '2026-11-23T10:29:58', failure: null },
    premises: 'POSL1',
    device: '12',
    hours: [
      { id: 'h1', day: 1, from: '08:00', till: '20:00', since: '2026-01-01' },
      { id: 'h2', day: 8, from: '00:00', till: '24:00', since: '2027-01-01' },
    ],
    exceptions: [{ id: 'x1', date: '2026-12-24', from: '08:00', till: '13:00' }],
    inVat: true,
    restored: null,
    problems: [],
    ...more,
  };
}

/** A shop on its first day, with tests on and things gone wrong. */
const troubled = shop({
  environment: 'test',
  trusted: [],
  certificate: null,
  waiting: { count: 3, deadline: '2026-11-24T09:00:00' },
  lastAnswer: { time: '2026-11-23T10:29:58', failure: 's005 OIB se razlikuje' },
  hours: [],
  exceptions: [],
  inVat: false,
  restored: 125,
});
const untold = shop({ lastAnswer: null });

/** The fact of this name, as it stands. */
function fact(input: CroatiaPageInput, key: string) {
  const parts = croatiaPage(input).sections.flatMap((section) => section.parts);
  return parts
    .flatMap((part) => (part.kind === 'facts' ? part.facts : []))
    .find(({ label }) => label.key === key);
}

const actionsOf = (input: CroatiaPageInput) => offeredActions(croatiaPage(input)).map(({ action }) => action);

describe('the page for Croatia', () => {
  it.each([
    ['a shop in operation', shop()],
    ['a shop in trouble', troubled],
    ['a new shop', untold],
  ])('can be drawn: %s', (_what, input) => {
    expect(pageFaults(croatiaPage(input), texts, 'HR')).toEqual([]);
  });

  it('uses all of its texts', () => {
    const used = new Set([shop(), troubled, untold].flatMap((input) => [...keysOf(croatiaPage(input))]));
    expect([...texts.en!.keys()].filter((key) => !used.has(key) && !key.startsWith('error.'))).toEqual([]);
  });

  it.each([
    ['2026-11-25T10:31:00', 'warn'],
    ['2026-11-24T10:29:59', 'bad'],
    ['2026-11-22T00:00:00', 'bad'],
  ])('says how pressing a deadline is: %s', (deadline, state) => {
    const input = shop({ waiting: { count: 1, deadline } });
    expect(fact(input, 'sending.deadline')).toMatchObject({ value: { time: deadline }, state });
    expect(fact(input, 'sending.waiting')).toMatchObject({ value: 1, state });
  });

  it('says nothing of deadlines when nothing waits, and offers nothing to send', () => {
    expect(fact(shop(), 'sending.deadline')).toBeUndefined();
    expect(actionsOf(shop())).not.toContain('send');
    expect(actionsOf(troubled)).toContain('send');
  });

  it('tells the answer of the tax authority with its error', () => {
    expect(fact(troubled, 'sending.lastAnswer')).toMatchObject({
      state: 'bad',
      explanation: { key: 'error.refused', values: { text: 's005 OIB se razlikuje' } },
    });
  });

  it('removes only hours that are announced', () => {
    const page = croatiaPage(shop());
    expect(inputIssues(page, 'remove-hours', { id: 'h2', operator })).toEqual([]);
    expect(inputIssues(page, 'remove-hours', { id: 'x1', operator })).toMatchObject([{ path: 'id' }]);
    expect(inputIssues(page, 'remove-exception', { id: 'x1', operator })).toEqual([]);
  });

  it.each([
    ['00:00', '24:00', []],
    ['8:00', '20:00', ['from']],
    ['08:00', '24:01', ['till']],
    ['08:60', '', ['from', 'till']],
  ])('takes hours from %s to %s', (from, till, wrong) => {
    const body = { day: '8', since: '2026-11-23', from, till, operator };
    expect(inputIssues(croatiaPage(shop()), 'add-hours', body).map(({ path }) => path)).toEqual(wrong);
  });

  it('announces hours from today on', () => {
    const body = { day: '1', since: '2026-11-22', from: '08:00', till: '20:00', operator };
    expect(inputIssues(croatiaPage(shop()), 'add-hours', body)).toMatchObject([
      { path: 'since', problem: 'tooEarly' },
    ]);
  });
});
