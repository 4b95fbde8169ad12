/** Croatia for the suite of all countries: a register that tells the emulated CIS. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmulator, type IssuedKey } from '../../../emulators/cis/emulator.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { isReported } from '../receipt-data.ts';
import type { CompleteEsr } from '../../../receipt/tra.ts';
import { CFG, OPERATOR } from './sales.ts';
import { OIB } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;

/** Certificates are of companies: one is enough for all shops, and costs seconds. */
let issued: Promise<IssuedKey> | undefined;

async function equipment(clock: ManualClock): Promise<Equipment> {
  const cis = await startEmulator({ clock });
  onTestFinished(() => cis.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, `${cis.ca}\n${cis.cisCertificate}`);
  let hasCertificate = false;
  let patience = 10_000;
  let release = (): void => undefined;
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => cis.down(),
    'is-slow': () => {
      patience = 50;
      release = cis.hold();
    },
    refuses: () => cis.fail({ code: 's005' }, ALWAYS),
    'loses-request': () => cis.drop(ALWAYS, 'before'),
    'loses-answer': () => cis.drop(ALWAYS, 'after'),
  };
  return {
    attributes: () => `HR_Cis=${cis.url} HR_CisCA=${ca} Fiscal_Timeout=${patience}`,
    async setUp(act) {
      if (hasCertificate) return;
      hasCertificate = true;
      const key = await (issued ??= cis.issue(OIB));
      cis.know(key);
      await act('certificate', { file: key.pkcs12.toString('base64'), password: key.password });
    },
    behave(manner) {
      cis.up();
      cis.drop(0);
      cis.fail({ code: 's005' }, 0);
      release();
      patience = 10_000;
      manners[manner]();
    },
    forget: () => cis.forget(),
    done: () =>
      [...cis.receipts, ...cis.doubles.map(({ second }) => second)].map(
        ({ number, fields }) => `${number} in ${fields.DatVrijeme!.slice(6, 10)}`,
      ),
  };
}

export const croatia: CountryExample = {
  name: 'Croatia',
  cfg: { ...CFG, Loc: { TL: 'POSL1' }, Trm: { TT: '12' } },
  now: '2026-05-12T12:00:00',
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  receipts: plainReceipts({ groups: ['A', 'B'], values: { OprTIN: OPERATOR } }),
  numberOf: ({ ESR }) =>
    isReported(ESR as CompleteEsr) ? `${ESR!.TL}/${ESR!.TT}/${ESR!.D!.slice(0, 4)}/${ESR!.TN}` : undefined,
  resume: (act, { ESR }) => act('last-number', { number: ESR!.TN! }),
  forge: ({ Fis }) => (Fis!.Code = Fis!.Code!.replace('izn=', 'izn=1')),
};
