/** Germany for the suite of all countries: registers that share a TSE in memory. */
import type { Fault } from '../../../devices/tse/testing/faulty-tse.ts';
import type { ManualClock } from '../../../testing/manual-clock.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { keptOf } from '../kept.ts';
import { CFG, NOW, testTses } from './shop.ts';

const FAULTS: Record<Manner, Fault> = {
  works: 'none',
  'is-down': 'unreachable',
  'is-slow': 'answer-lost',
  refuses: { refuses: 'store-full' },
  'loses-request': 'request-lost',
  'loses-answer': 'answer-lost',
};

async function equipment(clock: ManualClock): Promise<Equipment> {
  const { tses, faults, restart, forget } = await testTses(clock);
  return {
    services: { tses },
    forget,
    behave(manner) {
      // A TSE that has failed is left alone for a while; the suite does not wait.
      if (manner === 'works') restart();
      faults[0] = () => FAULTS[manner];
    },
  };
}

export const germany: CountryExample = {
  name: 'Germany',
  cfg: CFG,
  now: NOW,
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  numberOf: (record) => {
    const tse = keptOf(record).Process?.Tse;
    return tse && `${tse.Serial}/${tse.TID}`;
  },
  // The TSE numbers for all registers, and begun transactions that became nothing.
  placeOf: () => null,
  receipts: plainReceipts({ groups: ['A', 'B'], values: { Opr: '7' } }),
  forge: (record) => (keptOf(record).Process!.Tse!.Signature = `${'A'.repeat(86)}==`),
};
