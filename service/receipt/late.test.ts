import { expect, it } from 'vitest';
import { LateCheck } from './late-check.ts';
import { isLate, withLate } from './late.ts';
import type { JournalRecord } from './tra.ts';

const D = '2026-05-04T12:00:00';
const receipt: JournalRecord = {
  ...{ _: 'Tra', SQ: 7, RN: 'def', D, ESR: { T: '1.00' } },
  ...{ Result: { RC: 'OK' }, Fis: { Tag: [{ Label: 'ZKI', Name: 'ZKI', Value: 'a1' }] } },
};
const JIR = { Tag: [{ Label: 'JIR', Name: 'JIR', Value: 'b2' }] };

function late(of: unknown, more: Partial<JournalRecord> = {}): JournalRecord {
  return { _: 'Fis', SQ: 9, RN: 'def', D, Of: of as number, Fis: JIR, ...more };
}

it('gives a receipt its late fiscal data and leaves everything else as it was registered', () => {
  const before = structuredClone(receipt);
  expect(withLate(receipt, late(7))).toEqual({ ...before, Fis: JIR });
  expect(receipt).toEqual(before);
  expect(withLate({ _: 'Tra', SQ: 7, RN: 'def', D }, late(7)).Fis).toEqual(JIR);
});

it.each([
  ['nothing', null],
  ['those of another receipt', late(6)],
  ['those of another register', late(7, { RN: 'other' })],
  ['a record of another type', late(7, { _: 'log' })],
  ['a record without fiscal data', { _: 'Fis', SQ: 9, RN: 'def', D, Of: 7 }],
])('leaves a receipt as it is with %s', (_what, record) => {
  expect(withLate(receipt, record)).toBe(receipt);
});

it('gives late fiscal data to receipts alone', () => {
  const cfg: JournalRecord = { _: 'Cfg', SQ: 7, RN: 'def', D };
  expect(withLate(cfg, late(7))).toBe(cfg);
});

it('takes only what names a record before it', () => {
  expect(isLate(late(8))).toBe(true);
  for (const of of [9, 10, 0, -1, 1.5, '7', null, undefined, NaN])
    expect([of, isLate(late(of))]).toEqual([of, false]);
});

it('finds late fiscal data that are of no receipt before them', () => {
  const check = new LateCheck();
  const at = (SQ: number, record: Partial<JournalRecord>) =>
    check.take(SQ, { _: 'Tra', SQ, RN: 'def', D, ...record });
  expect(at(1, { _: 'Cfg' })).toBeNull();
  expect(at(2, {})).toBeNull();
  expect(at(3, late(2))).toBeNull();
  expect(at(4, late(2))).toBeNull();
  expect(at(5, late(1))).toContain('of record 1, which is no receipt');
  expect(at(6, late(3))).toContain('of record 3, which is no receipt');
  // What it says of itself does not count, its place does.
  expect(at(7, late(8, { SQ: 99 }))).toContain('that name no record before them');
  check.unreadable(8);
  expect(at(5000, late(8))).toBeNull();
  expect(check.count).toBe(6);
});
