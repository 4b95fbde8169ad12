/** Row of the suite: a register that goes on from a backup. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { backUp } from '../../backup/incremental.ts';
import { Restores } from '../../backup/restore.ts';
import { newTrust } from '../../backup/testing/trust.ts';
import type { Trust } from '../../backup/trust.ts';
import { serialOf } from '../../settings/keys.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { publicKey } from '../../testing/registers.ts';
import { complaints, numberOf } from './books.ts';
import type { CountryExample } from './example.ts';
import { Shop } from './shop.ts';

async function backedUp(shop: Shop, signer: Trust): Promise<string> {
  const storage = await temporaryFolder();
  await backUp('def', storage, {
    ...{ source: shop.room.journal, signer, version: '0' },
    ...{ now: shop.clock.now(), created: `${shop.example.now}+00:00` },
    signal: new AbortController().signal,
    say: () => undefined,
  });
  return storage;
}

/** A new data root with the register of a backup. */
async function restoredFrom(storage: string, shop: Shop, trust: Trust): Promise<Shop> {
  const restored = await shop.emptied();
  const { journal, registers, services } = restored.room;
  const restores = new Restores({
    ...{ journal, registers, country: services, dataRoot: restored.root, trust },
    isOnline: () => false,
  });
  const issues = await restores.start('def', storage);
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  await vi.waitFor(() => expect(restores.info.State).toBe('done'));
  restored.register = (await registers.find('def'))!;
  return restored;
}

/** A register that goes on from a backup. */
export function restoredRows(example: CountryExample): void {
  it('never gives a number a second time that was given before a restore', async () => {
    const cer = await temporaryFolder();
    await fs.writeFile(
      path.join(cer, `${serialOf(publicKey)}.pem`),
      publicKey.export({ type: 'spki', format: 'pem' }),
    );
    const trust = await newTrust(cer);
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
