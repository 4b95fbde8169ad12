/** Belgium for the suite of all countries: registers that share an emulated FDM of GKS 2.0. */
import { onTestFinished } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulators/fdm-network/emulator.ts';
import { FdmLines } from '../../../fdm/fdms.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { signedOf } from '../kept.ts';
import { CFG, NOW } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;
/** Longer than the FDM is waited for where it is slow, ms. */
const SLOW_MS = 150;
const NUMBER = '79010100183';

/** With the FDM itself. */
export interface BelgianEquipment extends Equipment {
  fdm: Emulator;
}

async function equipment(clock: ManualClock): Promise<BelgianEquipment> {
  const fdm = await startEmulator({ clock });
  onTestFinished(() => fdm.stop());
  let timeout = 10_000;
  const lines = new FdmLines({ clock });
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => fdm.down(),
    'is-slow': () => {
      timeout = SLOW_MS / 3;
      fdm.slow(SLOW_MS);
    },
    refuses: () => (fdm.conditions.refuses = 'out of order'),
    'loses-request': () => fdm.drop(ALWAYS, 'before'),
    'loses-answer': () => fdm.drop(ALWAYS, 'after'),
  };
  return {
    fdm,
    attributes: () => `Fiscal_Timeout=${timeout}`,
    services: { fdms: lines },
    async setUp(act) {
      await act('connect', { generation: '2', address: fdm.address });
      await act('set-operator', { alias: '1', name: 'An', number: NUMBER });
    },
    behave(manner) {
      fdm.up();
      fdm.drop(0);
      fdm.slow(0);
      fdm.conditions.refuses = null;
      timeout = 10_000;
      manners[manner]();
    },
    forget: () => fdm.forget(),
    done: () => fdm.events.filter(({ mutation }) => mutation === 'signSale').map(({ input }) => input),
  };
}

export const belgium: CountryExample = {
  name: 'Belgium',
  cfg: CFG,
  now: NOW,
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  async resume(act, last) {
    await act('continue', { number: String(signedOf(last)!.Ticket) });
  },
  numberOf(record) {
    const kept = signedOf(record);
    return kept ? `${kept.Pos} ${kept.Terminal} ${kept.Ticket}` : undefined;
  },
  placeOf(number) {
    const [, series, ticket] = /^(.*) (\d+)$/.exec(number)!;
    return { series: series!, number: Number(ticket) };
  },
  // Operators have ids of their own in each shop, and periods.
  comparable(record) {
    const kept = signedOf(record);
    if (!kept) return record;
    const Kept = { ...kept, Period: '', Operator: '', Signature: '', Input: '' };
    const Tag = (record.Fis?.Tag ?? []).filter(({ Name }) => Name !== 'Sign');
    return { ...record, Kept, Fis: { ...record.Fis, Code: '', Tag } };
  },
  receipts: plainReceipts({ groups: ['A', 'B'], values: { Opr: '1' } }),
  forge: ({ Fis }) => (Fis!.Tag!.find(({ Name }) => Name === 'SignCnt')!.Value = 'N 999/999'),
};
