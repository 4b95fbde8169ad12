/** Row of the suite: a register that goes on from a backup. */
import { expect, it } from 'vitest';
import { backedUp, restoredFrom, roomTrust } from './backups.ts';
import { complaints, numberOf } from './books.ts';
import type { CountryExample } from './example.ts';
import { Shop } from './shop.ts';

/** A register that goes on from a backup. */
export function restoredRows(example: CountryExample): void {
  it('never gives a number a second time that was given before a restore', async () => {
    const trust = await roomTrust();
    const given: string[] = [];
    /** Sells, and notes the numbers. */
    const sell = async (shop: Shop) => {
      const before = await shop.room.journal.lastSq('def');
      await shop.sellAllKinds();
      const sold = (await shop.receipts()).filter(({ SQ }) => SQ > before);
      given.push(...sold.flatMap((record) => numberOf(example, record) ?? []));
    };
    let shop = await Shop.open(example);
    await sell(shop);
    let storage = await backedUp(shop, trust);
    await sell(shop);
    for (let times = 0; times < 2; times++) {
      shop.clock.advance(60_000);
      const last = (await shop.receipts()).findLast((record) => numberOf(example, record) !== undefined)!;
      await shop.stop();
      shop = await restoredFrom(storage, shop, trust);
      await example.resume?.(shop.acting(shop.register), last);
      // Without a new backup, what is given now is unknown the next time as well.
      if (example.restoresOnce) storage = await backedUp(shop, trust);
      await sell(shop);
      expect(await complaints(shop)).toEqual([]);
    }
    expect(given.filter((number, i) => given.indexOf(number) < i)).toEqual([]);
  });
}
