/** What takes back a receipt finds it by whatever eKasa, the paper or the answer calls it. */
import { describe, expect, it } from 'vitest';
import type { Esr, Fis, TraC } from '../../receipt/tra.ts';
import { tagOf } from '../base/online/tags.ts';
import { openShop, type Shop } from './testing/shop.ts';

const DAY_MS = 24 * 3_600_000;

const cash = (Amt: string) => [{ _: 'Pay', Dsc: 'Hotovosť', PayG: 'cash', Amt }];
const ten = (Amt: string, more: object = {}) => ({
  ...{ PosA: [{ _: 'Pos', Dsc: 'Víno', TaxG: 'A', Amt, ...more }], PayA: cash(Amt) },
});
const back = (shop: Shop, more: Partial<Esr>) => shop.sell({ Rsn: 'Omyl', ...ten('-10.00'), ...more });
const numberOf = (fis: Fis | undefined) => String(fis?.FN);
const today = (shop: Shop) => shop.register.last!.D.slice(0, 10);
const told = (shop: Shop) => shop.ekasa.receipts.at(-1)!.items[0];
const UNKNOWN = { RC: 'BAD', ErrorCode: '#SK_REFERENCE' };
const VOIDED = { RC: 'BAD', ErrorCode: '#ALREADY_VOIDED' };

/** A shop that has sold two receipts, of which the second one is named. */
async function sold(): Promise<{ shop: Shop; sale: TraC; RD: string }> {
  const shop = await openShop();
  await shop.sell();
  const sale = await shop.sell(ten('10.00'));
  return { shop, sale, RD: today(shop) };
}

describe('a void', () => {
  it.each<[string, (sale: TraC, RD: string) => Partial<Esr>]>([
    ['number and date', ({ Fis }, RD) => ({ RFN: numberOf(Fis), RD })],
    [
      'number and another date of the month',
      ({ Fis }) => ({ RFN: numberOf(Fis), RD: '2026-05-01T08:00:00' }),
    ],
    ['UID and date', ({ Fis }, RD) => ({ RFN: tagOf(Fis, 'UID')!, RD })],
    ['UID', ({ Fis }) => ({ RFN: tagOf(Fis, 'UID')!.toLowerCase().replace('o', 'O') })],
    ['OKP', ({ Fis }) => ({ RFN: ` ${String(Fis!.OKP).toUpperCase()}` })],
    ['number of the terminal', ({ ESR }) => ({ RTL: 'BA-1', RTT: '1', RTN: ESR!.TN! })],
  ])('takes back once what it names by %s', async (_by, naming) => {
    const { shop, sale, RD } = await sold();
    expect((await back(shop, { Void: '1', ...naming(sale, RD) })).Result).toEqual({ RC: 'OK' });
    expect(told(shop)).toMatchObject({ ItemType: 'O', ReferenceReceiptId: tagOf(sale.Fis, 'UID') });
    const names: Partial<Esr>[] = [
      { RFN: numberOf(sale.Fis), RD },
      { RFN: tagOf(sale.Fis, 'UID')! },
      { RTN: sale.ESR!.TN! },
    ];
    for (const name of names) expect((await back(shop, { Void: '1', ...name })).Result).toMatchObject(VOIDED);
    expect(shop.ekasa.receipts).toHaveLength(3);
  });

  it('tells the OKP of a receipt that has no UID yet', async () => {
    const { shop } = await sold();
    shop.ekasa.drop(1, 'before');
    const { Fis } = await shop.sell(ten('10.00'));
    const more = { Void: '1' as const, RFN: numberOf(Fis), RD: today(shop) };
    expect((await back(shop, more)).Result.RC).toBe('OK');
    expect(shop.register.last!.Kept).toMatchObject({ items: [{ ReferenceReceiptId: Fis!.OKP }] });
    expect((await back(shop, { Void: '1', RFN: String(Fis!.OKP) })).Result).toMatchObject(VOIDED);
  });

  it('means the number in the month of its date', async () => {
    const { shop, sale, RD } = await sold();
    shop.room.clock.advance(32 * DAY_MS);
    await shop.sell();
    const { Fis } = await shop.sell(ten('10.00'));
    expect(Fis!.FN).toBe(sale.Fis!.FN);
    expect((await back(shop, { Void: '1', RFN: numberOf(Fis), RD: today(shop) })).Result).toEqual({
      RC: 'OK',
    });
    expect(told(shop)).toMatchObject({ ReferenceReceiptId: tagOf(Fis, 'UID') });
    expect((await back(shop, { Void: '1', RFN: numberOf(Fis), RD })).Result).toEqual({ RC: 'OK' });
    expect(told(shop)).toMatchObject({ ReferenceReceiptId: tagOf(sale.Fis, 'UID') });
  });

  it.each([
    { RFN: '2' },
    { RFN: '99', RD: '2026-05-04' },
    { RFN: '2', RD: '2026-04-30' },
    { RFN: 'X-1' },
    { RTN: '99' },
  ])('is refused where eKasa could not know what it takes back: %j', async (name) => {
    const { shop } = await sold();
    expect((await back(shop, { Void: '1', ...name })).Result).toMatchObject(UNKNOWN);
    expect((await back(shop, name)).Result).toMatchObject(UNKNOWN);
    expect(shop.ekasa.receipts).toHaveLength(2);
  });

  it('is told by the UID or OKP of a receipt that another register has', async () => {
    const { shop } = await sold();
    for (const RFN of [
      `O-${'7'.repeat(32)}`,
      `V-${'a'.repeat(27)}-TEST`,
      Array(5).fill('01234567').join('-'),
    ]) {
      expect((await back(shop, { Void: '1', RFN })).Result.RC).toBe('OK');
      expect(told(shop)).toMatchObject({ ItemType: 'O', ReferenceReceiptId: RFN });
    }
  });
});

it('tells a return by the UID of its original, on positions and in exchanges, too', async () => {
  const { shop, sale, RD } = await sold();
  const reference = { ItemType: 'V', ReferenceReceiptId: tagOf(sale.Fis, 'UID') };
  const RFN = numberOf(sale.Fis);
  expect((await back(shop, { RFN, RD })).Result.RC).toBe('OK');
  expect(told(shop)).toMatchObject(reference);
  expect((await back(shop, ten('-10.00', { RFN, RD }))).Result.RC).toBe('OK');
  expect(told(shop)).toMatchObject(reference);
  const [returned] = ten('-4.00', { RFN, RD }).PosA;
  const exchange = (position: object) =>
    shop.sell({ PosA: [position as Esr, ...ten('10.00').PosA], PayA: cash('6.00') } as Partial<Esr>);
  expect((await exchange(returned!)).Result.RC).toBe('OK');
  expect(told(shop)).toMatchObject(reference);
  expect((await exchange({ ...returned!, RFN: '99' })).Result).toMatchObject(UNKNOWN);
});
