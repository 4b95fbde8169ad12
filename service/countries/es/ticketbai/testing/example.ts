/** TicketBAI for the suite of all countries: a register in Bizkaia. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmulator } from '../../../../emulators/ticketbai/emulator.ts';
import { temporaryFolder } from '../../../../testing/folder.ts';
import type { ManualClock } from '../../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../../testing/example.ts';
import { plainReceipts } from '../../../testing/plain-receipts.ts';
import { CFG, setUp } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;

async function equipment(clock: ManualClock): Promise<Equipment> {
  const treasury = await startEmulator({ clock });
  onTestFinished(() => treasury.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, treasury.ca);
  const manners: Partial<Record<Manner, () => void>> = {
    'is-down': () => treasury.down(),
    'loses-request': () => treasury.drop(ALWAYS, 'before'),
    'loses-answer': () => treasury.drop(ALWAYS, 'after'),
    refuses: () => treasury.fail({ http: 500 }, ALWAYS),
  };
  return {
    attributes: () => `ES_Region=bizkaia ES_Authority=${treasury.url} ES_AuthorityCA=${ca}`,
    setUp: (act) => setUp(treasury, (action, input) => act(action, input)),
    behave(manner) {
      treasury.up();
      treasury.drop(0);
      treasury.fail({ http: 500 }, 0);
      manners[manner]?.();
    },
    forget: () => treasury.forget(),
    toldLines: () =>
      treasury.books.bizkaia.files.map(({ xml }) => /<DetallesFactura>[^]*<.DetallesFactura>/.exec(xml)?.[0]),
    done: () => treasury.books.bizkaia.files.filter(({ kind }) => kind === 'issue').map(({ key }) => key),
  };
}

export const bizkaia: CountryExample = {
  name: 'Spain, TicketBAI',
  cfg: CFG,
  now: '2026-05-12T12:00:00',
  manners: ['is-down', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  receipts: plainReceipts({ groups: ['A', 'B'] }),
  // Signatures have the time and an id of their own in them.
  comparable: (record) => {
    const { Fis, Kept: _kept, ...rest } = record;
    const { Code: _code, ES_TBAI_Code: _identifier, Tag: _tag, ...others } = Fis ?? {};
    return { ...rest, Fis: others };
  },
  forge: (record) => {
    const kept = record.Kept as { record: { xml: string } };
    kept.record.xml = kept.record.xml.replace('<NumFactura>', '<NumFactura>9');
  },
};
