import { expect, it } from 'vitest';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isWhatWasSigned, receiptFits } from './receipt-fits.ts';
import type { KeptProcess } from './kept.ts';
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

it('takes cash that moved as it was signed before, and nothing else', () => {
  const told = { type: 'Kassenbeleg-V1', data: 'Beleg^0.00_0.00_0.00_0.00_100.00^100.00:Bar' };
  const fitsTo = (Data: string) =>
    isWhatWasSigned(told, { Type: 'Kassenbeleg-V1', Bon: 'AVSonstige', Data } as KeptProcess);
  expect(fitsTo('AVSonstige^0.00_0.00_0.00_0.00_0.00^100.00:Bar')).toBe(true);
  expect(fitsTo('AVSonstige^0.00_0.00_0.00_0.00_0.00^90.00:Bar')).toBe(false);
  expect(fitsTo('AVSonstige^100.00_0.00_0.00_0.00_0.00^100.00:Bar')).toBe(false);
});
