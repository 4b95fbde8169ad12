import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Customer } from '../../receipt/tra.ts';
import { customerCountry, customerTaxId, isTaxId, withoutPrefix } from './tax-id.ts';

describe('a Portuguese tax number', () => {
  it.each(['509876544', '599999993', '999999990', '123456789', '500000000'])('may be %s', (nif) => {
    expect(isTaxId(nif)).toBe(true);
  });

  it.each(['509876545', '12345678', '1234567890', 'PT509876544', '50987654A', '', '000000000', '50987654٤'])(
    'cannot be %j',
    (nif) => {
      expect(isTaxId(nif)).toBe(false);
    },
  );

  it('has exactly one check digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000_000, max: 99_999_999 }), (first) => {
        const valid = Array.from({ length: 10 }, (_, d) => `${first}${d}`).filter(isTaxId);
        expect(valid).toHaveLength(1);
      }),
    );
  });

  it('shows a single wrong digit', () => {
    // Not so when the check digit is 0, which stands for two remainders.
    for (let place = 0; place < 8; place++) {
      for (let d = 1; d <= 9; d++) {
        const typed = [...'509876544'];
        if (typed[place] === String(d)) continue;
        typed[place] = String(d);
        expect(isTaxId(typed.join(''))).toBe(false);
      }
    }
  });
});

describe('the customer of a receipt', () => {
  it.each<[Customer | undefined, string | null, string]>([
    [undefined, null, 'PT'],
    [{ Nam: 'Ana' }, null, 'PT'],
    [{ TaxId: '999999990' }, null, 'PT'],
    [{ TaxId: 'PT999999990' }, null, 'PT'],
    [{ TaxId: 'pt 999 999 990' }, null, 'PT'],
    [{ TaxId: 'PT509876544' }, '509876544', 'PT'],
    [{ TaxId: '509 876 544' }, '509876544', 'PT'],
    [{ TaxId: '4443332215', Ctry: 'FR' }, '4443332215', 'FR'],
    [{ TaxId: 'ESB12345678' }, 'ESB12345678', 'ES'],
    [{ TaxId: 'EL123456789' }, 'EL123456789', 'GR'],
    [{ TaxId: 'es 12345678', Ctry: 'es' }, 'es12345678', 'ES'],
  ])('%j has tax id %s in %s', (Ctm, taxId, country) => {
    const esr = Ctm ? { Ctm } : {};
    expect(customerTaxId(esr)).toBe(taxId);
    expect(customerCountry(esr)).toBe(country);
  });
});

describe('the prefix of a country', () => {
  it.each([
    ['ESB12345678', 'ES', 'B12345678'],
    ['esB12345678', 'ES', 'B12345678'],
    ['EL123456789', 'GR', '123456789'],
    ['GR123456789', 'GR', '123456789'],
    ['4443332215', 'FR', '4443332215'],
    ['DE', 'DE', 'DE'],
    ['B12345678', '(', 'B12345678'],
  ])('is taken off %s of %s', (taxId, country, expected) => {
    expect(withoutPrefix(taxId, country)).toBe(expected);
  });
});
