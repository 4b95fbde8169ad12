/** Rows of the suite: numbers, kinds of receipts, both formats, a hundred registers. */
import { expect, it } from 'vitest';
import { minor } from '../../receipt/money.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { deliveryOf } from './delivery.ts';
import type { Register } from '../../register/register.ts';
import { complaints } from './books.ts';
import type { CountryExample } from './example.ts';
import { Shop } from './shop.ts';

const REGISTERS = 100;

/** Numbers, kinds and formats of receipts. */
export function numberRows(example: CountryExample): void {
  const { receipts, cfg } = example;

  it('numbers receipts without a gap in the order in which they come, and gives none to what it refuses', async () => {
    const shop = await Shop.open(example);
    const wrong = { ...receipts.sale, T: '987654.00' };
    const sent = [receipts.sale, wrong, receipts.twoGroups, receipts.sale, wrong, receipts.sale];
    const answers = await Promise.all(sent.map((esr, i) => shop.send({ ...esr, UID: String(i) })));
    expect(answers.map(({ Result }) => Result.RC)).toEqual(['OK', 'BAD', 'OK', 'OK', 'BAD', 'OK']);
    expect((await shop.receipts()).map(({ ESR }) => ESR!.UID)).toEqual(['0', '2', '3', '5']);
    expect(await complaints(shop)).toEqual([]);
  });

  it('registers sale, return, void, training, zero and nonfiscal; turnover is what was sold', async () => {
    const shop = await Shop.open(example);
    const sold = await shop.sellAllKinds();
    expect((await shop.attemptVoid(sold.voided)).Result).toMatchObject({
      RC: 'BAD',
      ErrorCode: '#ALREADY_VOIDED',
    });
    const cents = ({ ESR }: JournalRecord) => minor(ESR!.T, 2);
    const turnover = cents(sold.sale) + cents(sold.twoGroups) + cents(sold.return);
    // Doc 3, ESR.Test: the answer says that it is one.
    const tags = sold.training.Fis?.Tag?.map(({ Name }) => Name) ?? [];
    if (!example.madeUp) expect(['Training', 'Kind'].some((name) => tags.includes(name))).toBe(true);
    expect(cents(sold.return)).toBeLessThan(0);
    expect(cents(sold.void)).toBe(-cents(sold.voided));
    const days = await shop.room.journal.totalByDay('def');
    expect(days).toEqual([[example.now.slice(0, 10), turnover]]);
    expect(await complaints(shop)).toEqual([]);
  });

  it('gives the same sale the same fiscal data as XML and as JSON', async () => {
    const original = await Shop.open(example);
    await original.sell();
    await original.stop();
    const kinds = ['sale', 'twoGroups', 'training', 'zero', 'nonfiscal'] as const;
    const soldAs = async (xml: boolean) => {
      const shop = await original.copy();
      shop.equipment.forget?.();
      // Two authorities would give two receipts two numbers; what the register makes of them is the same.
      if (deliveryOf(example)) shop.equipment.behave!('is-down');
      const records: JournalRecord[] = [];
      for (const kind of kinds) records.push(await shop.sell(receipts[kind], { xml }));
      return example.comparable ? records.map((record) => example.comparable!(record)) : records;
    };
    expect(await soldAs(true)).toEqual(await soldAs(false));
  });

  it(`keeps the books of ${REGISTERS} registers right that sell at the same time`, async () => {
    const shop = await Shop.build(example);
    const names = Array.from({ length: REGISTERS }, (_, i) => `till ${i + 1}`);
    const tills: Register[] = [];
    for (const [i, rn] of names.entries())
      tills.push(await shop.newRegister(rn, { ...cfg, Trm: { ...cfg.Trm, TT: `${i + 1}` } }));
    // So many messages to an authority would cost more than they tell: once it is found down, nobody asks it.
    if (deliveryOf(example)) {
      const early = await shop.newRegister('early', { ...cfg, Trm: { ...cfg.Trm, TT: `${REGISTERS + 1}` } });
      shop.equipment.behave!('is-down');
      await shop.send(receipts.sale, {}, early);
    }
    const sales = tills.flatMap((till) => [receipts.sale, receipts.twoGroups].map((esr) => ({ till, esr })));
    const answers = await Promise.all(sales.map(({ till, esr }) => shop.send(esr, {}, till)));
    expect(answers.filter(({ Result }) => Result.RC !== 'OK')).toEqual([]);
    for (const rn of names) expect(await shop.receipts(rn)).toHaveLength(2);
    expect(await complaints(shop)).toEqual([]);
  });
}
