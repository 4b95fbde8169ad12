/** What is not taken back in countries with a journal of cash registers. */
import { expect, it } from 'vitest';
import type { Tree } from '../../../receipt/tree.ts';
import { denmark } from '../../dk/testing/example.ts';
import { norway } from '../../no/testing/example.ts';
import { sweden } from '../../se/testing/example.ts';
import { complaints } from '../../testing/books.ts';
import { Shop } from '../../testing/shop.ts';
import { grandFrom, sumsFrom } from './sums.ts';

const COUNTRIES = [denmark, norway, sweden].map((example) => [example.cfg.Cmp.Ctry, example] as const);

it.each(COUNTRIES)('%s: no return and no cash is booked twice', async (country, example) => {
  const shop = await Shop.open(example);
  const kept = (key: string) => shop.register.state.get(`${country}/${key}`);
  const returned = await shop.sell(example.receipts.return(await shop.sell()));
  const grand = kept('grand');
  expect(grandFrom(grand).returns).not.toBe('0');
  expect((await shop.attemptVoid(returned)).Result).toMatchObject({
    ...{ RC: 'BAD', ErrorCode: '#VOID_OF_RETURN' },
    UserMessage: expect.any(String),
  });
  expect(kept('grand')).toEqual(grand);
  for (const [NF, name] of [
    ['payin', 'payIn'],
    ['payout', 'payOut'],
    ['balance', null],
  ] as const) {
    const moved: Tree = { NF, Opr: 'E1', T: '200.00' };
    const { Result } = await shop.attemptVoid(await shop.sell(moved));
    expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#VOID_OF_CASH', UserMessage: expect.any(String) });
    if (name) expect(sumsFrom(kept('sums')).pairs[name]).toEqual([1, 20_000]);
  }
  expect(await complaints(shop)).toEqual([]);
});
