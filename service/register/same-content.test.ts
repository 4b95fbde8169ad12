import { expect, it } from 'vitest';
import { isSameContent } from './same-content.ts';

it.each([
  ['cash', 'Cash', true],
  ['NU', ' nu', true],
  ['cash', ' ', true],
  ['cash', 'creditcard', false],
])('a receipt paid by %j is one that was sent as %j: %s', (registered, sent, expected) => {
  const paid = (PayG: string) => ({ PayA: [{ _: 'Pay', Dsc: 'Paid', PayG, Amt: '5.00' }] });
  expect(isSameContent(paid(registered), paid(sent))).toBe(expected);
});
