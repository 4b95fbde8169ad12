import { describe, expect, it } from 'vitest';
import type { Esr, JournalRecord } from '../../../receipt/tra.ts';
import { pay, pos } from '../testing/receipts.ts';
import { operatorOf, readEntry } from './entry.ts';
import { Shop, type Issuing } from './testing/shop.ts';

const MONTH = { from: '2026-01-01', till: '2026-01-31', test: false };
const SALE: Esr = { PosA: [pos('1.23')], PayA: [pay('1.23')] };
const entry = (sent: Esr = SALE, issuing: Issuing = {}) => readEntry(new Shop().issue(sent, issuing), MONTH);

describe('a record', () => {
  it('is a document by its number', () => {
    expect(entry()).toMatchObject({ type: 'FS', class: 'SI', id: 'FS 1_1.26/1', date: '2026-01-15' });
    expect(entry({ ...SALE, DT: 'GT', PayA: [] }, { type: 'GT' })).toMatchObject({ type: 'GT', class: 'MG' });
  });

  it.each<[string, (record: JournalRecord) => JournalRecord]>([
    ['without a number', (r) => ({ ...r, ESR: { ...r.ESR, FN: undefined } as unknown as Esr })],
    ['with a number of another kind', (r) => ({ ...r, ESR: { ...r.ESR, FN: 'XX 1/1' } })],
    ['without fiscal data', ({ Fis: _, ...rest }) => rest],
    ['that is training', (r) => ({ ...r, ESR: { ...r.ESR, Test: '1' } })],
    ['that is a void', (r) => ({ ...r, ESR: { ...r.ESR, Void: '1' } })],
    ['of a test series', (r) => ({ ...r, Fis: { ...r.Fis, PT_Test: '1' } })],
    ['before the period', (r) => ({ ...r, ESR: { ...r.ESR, D: '2025-12-31T23:59:59' } })],
    ['after the period', (r) => ({ ...r, ESR: { ...r.ESR, D: '2026-02-01T00:00:00' } })],
  ])('%s is not for the file', (_what, change) => {
    expect(readEntry(change(new Shop().issue(SALE)), MONTH)).toBeNull();
  });

  it('counts the other way when it takes money back, or is a credit note over nothing', () => {
    expect(entry()!.direction).toBe(1);
    expect(entry({ PosA: [pos('-1.23')], PayA: [pay('-1.23')] })!.direction).toBe(-1);
    const nothing = { PosA: [pos('1.23'), pos('-1.23')], PayA: [] };
    expect(entry(nothing)!.direction).toBe(1);
    expect(entry(nothing, { type: 'NC' })!.direction).toBe(-1);
  });

  it('knows the region of the shop', () => {
    expect(entry()!.region).toBe('PT');
    expect(entry(SALE, { fis: { PT_Region: 'PT-MA' } })!.region).toBe('PT-MA');
    expect(entry(SALE, { fis: { PT_Region: 'ES' } })!.region).toBe('PT');
  });

  it('has an operator, if only one that nobody knows', () => {
    const record = new Shop().issue({ ...SALE, Opr: 'x'.repeat(40) });
    expect(operatorOf(record)).toBe('x'.repeat(30));
    expect(operatorOf({ ...record, ESR: {} })).toBe('Desconhecido');
  });
});
