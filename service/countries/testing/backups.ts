/** Shops that go on from a backup. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { backUp } from '../../backup/incremental.ts';
import { Restores } from '../../backup/restore.ts';
import { newTrust } from '../../backup/testing/trust.ts';
import type { Trust } from '../../backup/trust.ts';
import { serialOf } from '../../settings/keys.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { publicKey } from '../../testing/registers.ts';
import type { Shop } from './shop.ts';

/** A backup may hold a whole year. */
const AS_LONG_AS_THE_TEST = { timeout: 600_000 };

/** What backups of rooms are signed with, and known by. */
export async function roomTrust(): Promise<Trust> {
  const cer = await temporaryFolder();
  await fs.writeFile(
    path.join(cer, `${serialOf(publicKey)}.pem`),
    publicKey.export({ type: 'spki', format: 'pem' }),
  );
  return newTrust(cer);
}

/** A backup of the register `def`; its folder. */
export async function backedUp(shop: Shop, signer: Trust): Promise<string> {
  const storage = await temporaryFolder();
  await backUp('def', storage, {
    ...{ source: shop.room.journal, signer, version: '0' },
    ...{ now: shop.clock.now(), created: `${shop.example.now}+00:00` },
    signal: new AbortController().signal,
    say: () => undefined,
  });
  return storage;
}

/** A new data root with the register of a backup; the shop must be stopped. */
export async function restoredFrom(storage: string, shop: Shop, trust: Trust): Promise<Shop> {
  const restored = await shop.emptied();
  const { journal, registers, services } = restored.room;
  const restores = new Restores({
    ...{ journal, registers, country: services, dataRoot: restored.root, trust },
    isOnline: () => false,
  });
  const issues = await restores.start('def', storage);
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  await vi.waitFor(() => expect(restores.info.State).toBe('done'), AS_LONG_AS_THE_TEST);
  restored.register = (await registers.find('def'))!;
  return restored;
}
