import { expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { receiptFits } from './receipt-fits.ts';
import { open, type German } from './testing/german.ts';
import { SALE } from './testing/shop.ts';

const fits = ({ shop }: German, record: JournalRecord) =>
  receiptFits(record, { state: (key) => Promise.resolve(shop.register.state.get(key)) });

it('says whether a receipt is what its TSE has signed, and nothing where the TSE had failed', async () => {
  const german = await open();
  await german.shop.send(SALE);
  german.faults[0] = () => 'unreachable';
  await german.shop.send(SALE);
  const [signed, unsigned] = (await german.records()).filter(({ _: type }) => type === 'Tra');
  expect([await fits(german, signed!), await fits(german, unsigned!)]).toEqual([true, null]);
  const text = JSON.stringify(signed);
  for (const [was, is] of [
    ['"PayG":"cash"', '"PayG":"debitcard"'],
    ['"Counter":', '"Counter":1'],
    // First of the printed code.
    ['Beleg^3.20', 'Beleg^3.21'],
    ['"Data":"Beleg^3.20', '"Data":"Beleg^3.21'],
  ] as const) {
    expect(text).toContain(was);
    expect([is, await fits(german, JSON.parse(text.replace(was, is)) as JournalRecord)]).toEqual([is, false]);
  }
  // Of another register, whose TSE is not known here.
  expect(await receiptFits(signed!, { state: () => Promise.resolve(undefined) })).toBe(null);
});
