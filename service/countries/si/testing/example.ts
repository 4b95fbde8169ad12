/** Slovenia for the suite of all countries: a register that tells the emulated FURS. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startEmulator } from '../../../emulators/furs/emulator.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CompleteEsr } from '../../../receipt/tra.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { isReported } from '../receipt-data.ts';
import { CFG, OPERATOR } from './sales.ts';
import { setUp } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;

async function equipment(clock: ManualClock): Promise<Equipment> {
  const furs = await startEmulator({ clock });
  onTestFinished(() => furs.stop());
  const ca = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(ca, furs.ca);
  let isReady = false;
  let patience = 10_000;
  let release = (): void => undefined;
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => furs.down(),
    'is-slow': () => {
      patience = 50;
      release = furs.hold();
    },
    refuses: () => furs.fail({ code: 's005' }, ALWAYS),
    'loses-request': () => furs.drop(ALWAYS, 'before'),
    'loses-answer': () => furs.drop(ALWAYS, 'after'),
  };
  return {
    attributes: () => `SI_Furs=${furs.url} SI_FursCA=${ca} Fiscal_Timeout=${patience}`,
    async setUp(act) {
      if (isReady) return;
      isReady = true;
      await setUp(furs, act);
    },
    behave(manner) {
      furs.up();
      furs.drop(0);
      furs.fail({ code: 's005' }, 0);
      release();
      patience = 10_000;
      manners[manner]();
    },
    forget: () => furs.forget(),
    toldLines: () => furs.invoices.map(({ content }) => content.TaxesPerSeller),
    done: () =>
      [...furs.invoices, ...furs.doubles.map(({ second }) => second)].map(
        ({ number, content }) => `${number} in ${String(content.IssueDateTime).slice(0, 4)}`,
      ),
  };
}

export const slovenia: CountryExample = {
  name: 'Slovenia',
  cfg: { ...CFG, Loc: { TL: 'TRGOVINA1' }, Trm: { TT: 'BLAG2' } },
  now: '2026-05-12T12:00:00',
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  receipts: {
    ...plainReceipts({ groups: ['A', 'B'], values: { OprTIN: OPERATOR } }),
    // What is sold in the name of somebody else is told apart.
    byLine: { SI_SellerTaxNumber: '59082437' },
  },
  numberOf: ({ ESR }) =>
    isReported(ESR as CompleteEsr) ? `${ESR!.TL}/${ESR!.TT}/${ESR!.D!.slice(0, 4)}/${ESR!.TN}` : undefined,
  resume: (act, { ESR }) => act('last-number', { number: ESR!.TN! }),
  forge: ({ Fis }) => (Fis!.Code = Fis!.Code!.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))),
};
