import { expect, it } from 'vitest';
import { whyOf } from './why.ts';

it.each([
  ['BR-CO-10: sum of the lines', 'sums'],
  ['BR-S-08: category S 19', 'sums'],
  ['BR-AE-02: reverse charge needs the VAT id', 'vat'],
  ['the access point says 422: [BR-DE-15]-The element is missing', 'reference'],
  ['BR-DE-1: how it is paid is missing', 'payment'],
  ['BR-DE-11: the postal code of delivery', 'buyer'],
  ['BR-DE-5: the contact', 'seller'],
  ['the access point says 422: receiver unknown', 'refused'],
  ['the access point does not accept the token (401)', 'login'],
  ['this version does not know the form or channel', 'other'],
])('%s is about %s', (reason, why) => {
  expect(whyOf(reason)).toBe(why);
});
