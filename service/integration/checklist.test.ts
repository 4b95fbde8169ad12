import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../receipt/tra.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { tra } from '../testing/sales.ts';
import type { Tree } from '../receipt/tree.ts';
import { passingPart, type PassingCall } from './call.ts';
import { Checklists } from './checklist-file.ts';
import { BY_HAND_ITEMS, SEEN_ITEMS, shownByRecord } from './checklist.ts';

const record = (values: Tree = {}, SQ = 1): JournalRecord => ({
  ...{ _: 'Tra', SQ, RN: 'def', D: '2026-05-04T12:00:00' },
  ESR: { T: '1.00', ...tra(values).ESR },
});

const call = (
  target: string,
  body: string,
  answer: string,
  values: Partial<PassingCall> = {},
): PassingCall => ({
  ...{
    at: 0,
    method: 'POST',
    target,
    status: 200,
    ms: 1,
    rn: 'def',
    from: '',
    userAgent: null,
    accept: null,
  },
  request: passingPart('application/json', body),
  answer: passingPart('application/json', answer),
  ...values,
});

const ok = (sq: number, code?: string) =>
  JSON.stringify({ TraC: { SQ: sq, Result: { RC: 'OK', ...(code && { ErrorCode: code }) } } });
const refused = (rc: string) => JSON.stringify({ TraC: { Result: { RC: rc, ErrorCode: '#X' } } });

async function open(folder?: string) {
  const file = path.join(folder ?? (await temporaryFolder()), 'checklist.json');
  const log: string[] = [];
  const clock = new ManualClock('2026-05-04T12:00:00');
  const lists = await Checklists.open(file, { clock, log: recordingLog(log) });
  const shown = (rn = 'def') => lists.list(rn).flatMap(({ item, shown: at }) => (at === null ? [] : [item]));
  return { file, log, lists, shown };
}

describe('what a record shows', () => {
  const position = { _: 'Pos', Dsc: 'Bica', TaxG: 'B', Amt: '1.00' };
  it.each<[string[], Tree]>([
    [['sale'], {}],
    [['sale', 'discount'], { PosA: [position, { _: 'Mod', Dsc: '-', Amt: '-0.10' }] }],
    [
      ['sale', 'rates', 'customer'],
      {
        Ctm: { Nam: 'A', TaxId: 'PT1' },
        TaxA: ['1', '2'].map((TaxG) => ({ _: 'Tax', TaxG, Prc: '6', Amt: '0.50' })),
      },
    ],
    [['return'], { T: '-1.00' }],
    [['void'], { T: '-1.00', Void: '1' }],
    [['training'], { NFS: 'Training' }],
    [['training'], { Test: '1' }],
    [['day'], { NFS: 'Z' }],
    [['day'], { NF: 'closure' }],
    [['nonfiscal'], { NF: 'payin' }],
  ])('is %j', (items, values) => expect(shownByRecord(record(values))).toEqual(items));

  it('is nothing where the register made it, or it is no transaction', () => {
    expect(shownByRecord({ ...record(), Own: 'month' })).toEqual([]);
    expect(shownByRecord({ ...record(), _: 'Cfg' })).toEqual([]);
  });
});

it('ticks what a POS has registered, and nothing that no POS sent', async () => {
  const { lists, shown } = await open();
  lists.committed(record({}, 7));
  expect(shown()).toEqual([]);
  lists.called('def', call('/register', '{}', ok(7)));
  expect(shown()).toEqual(['sale']);
  expect(lists.list('other').every((row) => row.shown === null)).toBe(true);
  // Asked for again, it shows no second sale.
  lists.reset('def');
  lists.called('def', call('/restart', '{}', ok(7, '#DUPLICATE')));
  expect(shown()).toEqual(['lost']);
});

it('sees the start of a POS, mistakes, and what was sent again after an outage', async () => {
  const { lists, shown } = await open();
  lists.called('def', call('/cfg', '{}', '<CfgC SQ="1"><Result RC="OK"/></CfgC>'));
  lists.called('def', call('/restart', '{"a":1}', ok(2, '#DUPLICATE')));
  expect(shown()).toEqual(['cfg', 'lost', 'start']);
  lists.reset('def');
  lists.called('def', call('/restart', '{"a":1}', ok(2)));
  lists.called('def', call('/register', '{}', refused('BAD')));
  expect(shown()).toEqual(['refused']);

  lists.called('def', call('/register', '{"b":1}', refused('NO'), { status: 406 }));
  lists.called('def', call('/register', '{"c":1}', ok(3)));
  expect(shown()).not.toContain('outage');
  lists.called('def', call('/Register/?RN=def', '{"b":1}', ok(4)));
  expect(shown()).toContain('outage');
  lists.reset('def');
  lists.called('def', call('/register', '{"d":1}', '', { status: null }));
  lists.called('def', call('/restart', '{ "d": 1 }', ok(5)));
  expect(shown()).toEqual(['outage']);
});

it('sees the change of the year, remembers over a restart, and forgets when told to', async () => {
  const folder = await temporaryFolder();
  const first = await open(folder);
  first.lists.committed(record({ D: '2026-12-31T23:00:00' }, 1));
  first.lists.called('def', call('/register', '', ok(1)));
  first.lists.tick('def', ['tags', 'code']);
  first.lists.untick('def', 'code');
  await first.lists.close();
  const second = await open(folder);
  expect(second.shown()).toEqual(['sale', 'tags']);
  second.lists.committed(record({ D: '2027-01-01T08:00:00' }, 2));
  second.lists.called('def', call('/register', '', ok(2)));
  expect(second.shown()).toEqual(['sale', 'year', 'tags']);
  second.lists.reset('def');
  await second.lists.close();
  expect((await open(folder)).shown()).toEqual([]);
});

it('begins anew where its file is damaged, and keeps that aside', async () => {
  const folder = await temporaryFolder();
  await fs.writeFile(path.join(folder, 'checklist.json'), '{"def":');
  const { log, lists } = await open(folder);
  expect(lists.list('def')).toHaveLength(SEEN_ITEMS.length + BY_HAND_ITEMS.length);
  expect(log.join()).toContain('checklist.json');
  await fs.writeFile(
    path.join(folder, 'checklist.json'),
    '{"def":{"shown":{"sale":1,"x":"y","void":"t"}},"b":3}',
  );
  expect((await open(folder)).shown()).toEqual(['void']);
});
