import { expect, test } from 'vitest';
import type { Cfg } from '../receipt/cfg.ts';
import { numberKey } from '../receipt/number-key.ts';
import { countryOf } from './list.ts';

/** Countries whose fiscal device knows the company, with a tax id, another spelling of it, and another company's. */
const COMPANIES: [country: string, own: string, same: string, other: string][] = [
  ['IT', 'IT12345670017', '12345670017', 'IT00159560366'],
  ['PL', 'PL5260250274', '526-025-02-74', 'PL5213017228'],
  ['HU', '12345676-2-41', 'HU12345676', '10773381-2-44'],
  ['BE', 'BE0477472701', '0477.472.701', 'BE0403170701'],
];

test.each(COMPANIES)('a register of %s with receipts stays with its company', (Ctry, own, same, other) => {
  const of = (TaxId: string): Cfg => ({ Cmp: { Nam: 'Example', Ctry, TaxId } });
  const state = (...keys: string[]) => ({ get: () => undefined, keys: () => keys });
  const sold = state(numberKey({ TL: '1', TT: '1', D: '2026-05-04T10:00:00' }));
  const { checkChange } = countryOf(Ctry);
  expect(checkChange!(of(same), of(own), sold)).toEqual([]);
  expect(checkChange!(of(other), of(own), sold)).toMatchObject([{ code: '#CFG', path: 'Cfg.Cmp.TaxId' }]);
  // Before the first receipt a slip can be mended.
  expect(checkChange!(of(other), of(own), state())).toEqual([]);
});
