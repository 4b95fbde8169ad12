/** Czechia for the suite of all countries: a register that tells the emulated EET 2.0. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/eet/emulator.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG } from './sales.ts';
import { setUp } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;

async function equipment(clock: ManualClock): Promise<Equipment> {
  const eet = await startEmulator({ clock });
  onTestFinished(() => eet.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, eet.ca);
  let isReady = false;
  let patience = 10_000;
  let release = (): void => undefined;
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => eet.down(),
    'is-slow': () => {
      patience = 50;
      release = eet.hold();
    },
    refuses: () => eet.fail({ code: 4 }, ALWAYS),
    'loses-request': () => eet.drop(ALWAYS, 'before'),
    'loses-answer': () => eet.drop(ALWAYS, 'after'),
  };
  return {
    attributes: () =>
      `CZ_EET=4 CZ_id_provoz=243 CZ_Eet_url=${eet.url} CZ_EetCA=${ca} Fiscal_Timeout=${patience}`,
    async setUp(act) {
      if (isReady) return;
      isReady = true;
      await setUp(eet, act);
    },
    behave(manner) {
      eet.up();
      eet.drop(0);
      eet.fail({ code: 4 }, 0);
      release();
      patience = 10_000;
      manners[manner]();
    },
    forget: () => eet.forget(),
    done: () => [...eet.sales, ...eet.doubles.map(({ second }) => second)].map(({ key }) => key),
  };
}

export const czechia: CountryExample = {
  name: 'Czechia',
  cfg: { ...CFG, Loc: { TL: 'A-6' }, Trm: { TT: 'Brno_2' } },
  now: '2026-05-12T12:00:00',
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  receipts: plainReceipts({ groups: ['A', 'B'] }),
  forge: ({ Fis }) => (Fis!.Tag!.find(({ Name }) => Name === 'id_pokl')!.Value = 'B/1'),
};
