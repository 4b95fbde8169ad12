/** Slovakia for the suite of all countries: a register that tells the emulated eKasa. */
import type { KeyObject } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/ekasa/emulator.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, REGISTER_CODE } from './sales.ts';

/** Of all registers. */
let key: KeyObject | undefined;
/** For ever, as far as a test goes. */
const ALWAYS = 1e9;

async function equipment(clock: ManualClock): Promise<Equipment> {
  const ekasa = await startEmulator({ clock });
  onTestFinished(() => ekasa.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, ekasa.ca);
  let registers = 0;
  let patience = 10_000;
  let release = (): void => undefined;
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => ekasa.down(),
    'is-slow': () => {
      patience = 50;
      release = ekasa.hold();
    },
    refuses: () => ekasa.fail({ code: -100 }, ALWAYS),
    'loses-request': () => ekasa.drop(ALWAYS, 'before'),
    'loses-answer': () => ekasa.drop(ALWAYS, 'after'),
  };
  return {
    attributes: () => `SK_Ekasa=${ekasa.url} SK_EkasaCA=${ca} Fiscal_Timeout=${patience}`,
    async setUp(act) {
      // Each register has a code and a certificate of its own; a new key takes long.
      const code = `${REGISTER_CODE.slice(0, -4)}${String(++registers).padStart(4, '0')}`;
      const issued = await ekasa.issue(code, key ? { key } : {});
      key = issued.key;
      const pem = `${issued.key.export({ type: 'pkcs8', format: 'pem' }).toString()}${issued.certificate.toString()}`;
      await act('certificate', { file: Buffer.from(pem).toString('base64'), password: '' });
    },
    behave(manner) {
      ekasa.up();
      ekasa.drop(0);
      ekasa.fail({ code: -100 }, 0);
      release();
      patience = 10_000;
      manners[manner]();
    },
    forget: () => ekasa.forget(),
    done: () => [...ekasa.receipts, ...ekasa.doubles.map(({ second }) => second)].map(({ key }) => key),
  };
}

export const slovakia: CountryExample = {
  name: 'Slovakia',
  cfg: { ...CFG, Loc: { TL: 'BA-1' }, Trm: { TT: '1' } },
  now: '2026-05-12T12:00:00',
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  numberOf: ({ RN, Fis }) =>
    typeof Fis?.D === 'string' ? `${RN}/${Fis.D.slice(0, 7)}/${String(Fis.FN)}` : undefined,
  resume: (act, { Fis }) => act('last-number', { number: Fis!.FN as string }),
  receipts: plainReceipts({ groups: ['A', 'B'] }),
  forge: ({ Fis }) => (Fis!.Tag!.find(({ Name }) => Name === 'Kód pokladnice')!.Value = '1'),
};
