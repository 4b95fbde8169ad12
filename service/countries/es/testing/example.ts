/** Spain for the suite of all countries: a register that tells the emulated AEAT. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/aeat/emulator.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG } from './sales.ts';
import { setUp } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;

async function equipment(clock: ManualClock): Promise<Equipment> {
  const aeat = await startEmulator({ clock });
  onTestFinished(() => aeat.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, aeat.ca);
  const manners: Partial<Record<Manner, () => void>> = {
    'is-down': () => aeat.down(),
    'loses-request': () => aeat.drop(ALWAYS, 'before'),
    'loses-answer': () => aeat.drop(ALWAYS, 'after'),
    refuses: () => aeat.fail({ http: 500 }, ALWAYS),
  };
  return {
    attributes: () => `ES_Authority=${aeat.url} ES_AuthorityCA=${ca}`,
    setUp: (act) => setUp(aeat, (action, input) => act(action, input)),
    behave(manner) {
      aeat.up();
      aeat.drop(0);
      aeat.fail({ http: 500 }, 0);
      manners[manner]?.();
    },
    forget: () => aeat.forget(),
    done: () => aeat.service.taken.filter(({ isCancel }) => !isCancel).map(({ key }) => key),
  };
}

export const spain: CountryExample = {
  name: 'Spain',
  cfg: CFG,
  now: '2026-05-12T12:00:00',
  manners: ['is-down', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  receipts: plainReceipts({ groups: ['A', 'B'] }),
  forge: (record) => {
    const kept = record.Kept as { record: { link: { hash: string } } };
    kept.record.link.hash = kept.record.link.hash.replace(/^./, (c) => (c === '0' ? '1' : '0'));
  },
};
