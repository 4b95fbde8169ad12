import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityHash, placeIn, receiptHash, receiptsHash, registerHash, SECTIONS } from './route.ts';
import type { EntityKind } from './types.ts';

describe('place', () => {
  it('is found again by its address', () => {
    const id = fc.integer({ min: 2, max: 2_147_483_647 });
    const kind = fc.constantFrom(...(Object.keys(SECTIONS) as EntityKind[]));
    fc.assert(
      fc.property(kind, id, fc.nat(20), (one, number, n) => {
        const section = SECTIONS[one][n % SECTIONS[one].length]!;
        const place = { page: 'entity', kind: one, id: number, section };
        expect(placeIn(entityHash(one, number, section))).toEqual(place);
      }),
    );
    expect(placeIn(registerHash(7, 3))).toEqual({ page: 'register', companyId: 7, registerId: 3 });
    expect(placeIn(receiptsHash(7, 3))).toEqual({
      ...{ page: 'entity', kind: 'company', id: 7, section: 'receipts', registerId: 3 },
    });
    expect(placeIn(receiptHash(7, 3, 12))).toEqual({ page: 'receipt', companyId: 7, registerId: 3, sq: 12 });
  });

  it('holds the token of a link', () => {
    expect(placeIn('#/invitation/tmi_a-b')).toEqual({ page: 'invitation', token: 'tmi_a-b' });
    expect(placeIn('#/reset/a%2Fb')).toEqual({ page: 'reset', token: 'a/b' });
    expect(placeIn('#/unsubscribe/3.x_-')).toEqual({ page: 'unsubscribe', token: '3.x_-' });
    expect(placeIn('#/reset/%E0%A4')).toEqual({ page: 'reset', token: '%E0%A4' });
  });

  it.each([
    ...['#/company', '#/company/x', '#/company/5/none', '#/location/5/registers', '#/company/5/users/1'],
    ...['#/company/5/receipts/x', '#/location/5/receipts/3', '#/company/5/receipts/3/4'],
  ])('is missing for %s', (hash) => {
    expect(placeIn(hash)).toEqual({ page: 'missing' });
  });

  it('is somewhere for every hash', () => {
    fc.assert(fc.property(fc.string(), (hash) => void expect(placeIn(hash).page).toBeTypeOf('string')));
  });

  it('is home without a hash', () => {
    expect(placeIn('')).toEqual({ page: 'home' });
    expect(placeIn('#/')).toEqual({ page: 'home' });
  });
});
