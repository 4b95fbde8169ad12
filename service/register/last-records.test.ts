import { expect, it } from 'vitest';
import type { JournalRecord } from '../receipt/tra.ts';
import { LastRecords } from './last-records.ts';

const head = { RN: 'def', D: '2026-05-04T12:00:00' };
const receipt = (SQ: number): JournalRecord => ({
  _: 'Tra',
  SQ,
  ...head,
  ESR: { T: '1.00' },
  Fis: { Zki: 'z' },
});
const late = (SQ: number, Of: number): JournalRecord => ({
  _: 'Fis',
  SQ,
  ...head,
  Of,
  Fis: { Jir: `j${SQ}` },
});

it('has the last receipt with its late fiscal data, and no record of those', () => {
  const last = new LastRecords();
  last.set(late(1, 0));
  expect(last.get('Tra')).toBeNull();
  last.set(receipt(2));
  last.set(receipt(3));
  last.set(late(4, 2));
  expect(last.get('Tra')).toEqual(receipt(3));
  last.set(late(5, 3));
  last.set({ _: 'log', SQ: 6, ...head });
  last.set(late(7, 3));
  expect(last.get('Tra')).toEqual({ ...receipt(3), Fis: { Jir: 'j7' } });
  expect(last.get('Fis')).toBeNull();
  expect(last.get('log')?.SQ).toBe(6);
});
