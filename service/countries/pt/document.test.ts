import { describe, expect, it } from 'vitest';
import type { Esr } from '../../receipt/tra.ts';
import { documentType, isDocument } from './document.ts';
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

it.each<[Partial<Esr>, boolean]>([
  [{}, true],
  [{ Test: '0' }, true],
  [{ Test: '1' }, true],
  [{ NFS: 'Training' }, true],
  [{ NFS: 'Training', PosA: [] }, false],
  [{ NF: 'login' }, false],
  [{ NFS: 'Z' }, false],
  [{ Void: '1' }, false],
])('numbers sales and their training only: %j %s', (more, expected) => {
  expect(isDocument(receipt('5.00', more).esr)).toBe(expected);
});
