import { describe, expect, it } from 'vitest';
import type { Esr } from '../../receipt/tra.ts';
import { checkSeries, documentType, isDocument, seriesOf } from './document.ts';
import { receipt } from './testing/receipts.ts';

const COMPANY = { Ctm: { TaxId: 'PT509876544' } };
const NOBODY = { Ctm: { TaxId: 'PT999999990' } };

describe('the document type', () => {
  it.each<[string, Partial<Esr>, string]>([
    ['0.00', {}, 'FS'],
    ['0.01', {}, 'FS'],
    ['999.99', {}, 'FS'],
    ['1000.00', {}, 'FT'],
    ['1000.01', {}, 'FT'],
    ['-0.01', {}, 'NC'],
    ['-1000.00', {}, 'NC'],
    ['5.00', COMPANY, 'FT'],
    ['0.00', COMPANY, 'FT'],
    ['-5.00', COMPANY, 'NC'],
    ['5.00', NOBODY, 'FS'],
    ['5.00', { Ctm: { TaxId: '999999990' } }, 'FS'],
    ['5.00', { Ctm: { Nam: 'Ana' } }, 'FS'],
    ['5.00', { DT: 'FR' }, 'FR'],
    ['2000.00', { DT: 'FS' }, 'FS'],
    ['5.00', { ...COMPANY, DT: 'FS' }, 'FS'],
  ])('of %s with %j is %s', (total, more, type) => {
    expect(documentType(receipt(total, more).esr)).toBe(type);
  });
});

describe('the series', () => {
  it('is type, premise, terminal and year of the document', () => {
    const { esr } = receipt(
      '5.00',
      { TL: 'Porto', TT: '12', D: '2025-12-31T23:59:59' },
      '2026-01-01T00:00:10',
    );
    expect(seriesOf(esr)).toBe('FS Porto_12.25');
  });

  it.each([
    ['1', '1'],
    ['Porto', 'K-2'],
    ['a.b', 'c_d'],
    ['x'.repeat(15), 'y'.repeat(16)],
  ])('may be named after %s and %s', (TL, TT) => {
    expect(checkSeries(TL, TT, 'p')).toStrictEqual([]);
  });

  it.each([
    ['_1', '1'],
    ['1_', '1'],
    ['1', '_1'],
    ['1', '1.'],
    ['A--B', '1'],
    ['A._B', '1'],
    ['A/1', '1'],
    ['A 1', '1'],
    ['Ü1', '1'],
    ['', '1'],
    ['1', ''],
    ['x'.repeat(16), 'y'.repeat(16)],
  ])('cannot be named after %j and %j', (TL, TT) => {
    expect(checkSeries(TL, TT, 'ESR.TT')).toMatchObject([{ code: '#PT_SERIES', path: 'ESR.TT' }]);
  });
});

it.each<[Partial<Esr>, boolean]>([
  [{}, true],
  [{ Test: '0' }, true],
  [{ Test: '1' }, false],
  [{ NFS: 'Training' }, false],
  [{ NF: 'login' }, false],
  [{ NFS: 'Z' }, false],
  [{ Void: '1' }, false],
])('numbers and signs sales only: %j %s', (more, expected) => {
  expect(isDocument(receipt('5.00', more).esr)).toBe(expected);
});
