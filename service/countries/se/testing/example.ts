/** Sweden for the suite of all countries: registers that share an emulated control unit. */
import { onTestFinished } from 'vitest';
import { CONTROL_UNITS } from '../../../devices/control-unit/models.ts';
import { startEmulator } from '../../../emulators/cleancash/emulator.ts';
import type { CountryExample, Equipment, Manner } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { CFG, NOW } from './shop.ts';

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;
/** Longer than the unit is waited for where it is slow, ms. */
const SLOW_MS = 150;

async function equipment(): Promise<Equipment> {
  const unit = await startEmulator();
  onTestFinished(() => unit.stop());
  let timeout = 10_000;
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => unit.down(),
    'is-slow': () => {
      timeout = SLOW_MS / 3;
      unit.slow(SLOW_MS);
    },
    refuses: () => (unit.conditions.memoryFull = true),
    'loses-request': () => unit.drop(ALWAYS, 'before'),
    'loses-answer': () => unit.drop(ALWAYS, 'after'),
  };
  return {
    attributes: () => `Fiscal_Timeout=${timeout}`,
    services: { controlUnits: CONTROL_UNITS },
    setUp: (act) => act('use-unit', { url: unit.url, user: '', password: '' }),
    behave(manner) {
      unit.up();
      unit.drop(0);
      unit.slow(0);
      unit.conditions.memoryFull = false;
      timeout = 10_000;
      manners[manner]();
    },
    forget: () => unit.forget(),
    done: () => unit.stored.map(({ register, number }) => `${register}-${number}`),
  };
}

export const sweden: CountryExample = {
  name: 'Sweden',
  cfg: CFG,
  now: NOW,
  manners: ['is-down', 'is-slow', 'refuses', 'loses-request', 'loses-answer'],
  equipment,
  resume: (act, { Kept }) => act('last-number', { number: String((Kept as { nr: number }).nr) }),
  receipts: plainReceipts({ groups: ['A', 'F'], values: { Opr: 'E1' }, position: { IN: '7310865004703' } }),
  forge: ({ Fis }) => (Fis!.Tag!.find(({ Name }) => Name === 'ControlCode')!.Value = 'ABC'),
};
