/** Sweden for the suite of all countries: registers that share an emulated control unit. */
import { CONTROL_UNITS } from '../../../devices/control-unit/models.ts';
import { startEmulator } from '../../../emulators/cleancash/emulator.ts';
import { DEVICE_MANNERS, deviceManners } from '../../testing/device-manners.ts';
import type { CountryExample, Equipment } from '../../testing/example.ts';
import { plainReceipts } from '../../testing/plain-receipts.ts';
import { saft } from '../export.ts';
import { CFG, NOW } from './shop.ts';

async function equipment(): Promise<Equipment> {
  const unit = await startEmulator();
  const { timeout, behave } = deviceManners(unit, (does) => (unit.conditions.memoryFull = does));
  return {
    attributes: () => `Fiscal_Timeout=${timeout()}`,
    services: { controlUnits: CONTROL_UNITS },
    setUp: (act) => act('use-unit', { url: unit.url, user: '', password: '' }),
    behave,
    forget: () => unit.forget(),
    done: () => unit.stored.map(({ register, number }) => `${register}-${number}`),
  };
}

export const sweden: CountryExample = {
  name: 'Sweden',
  cfg: CFG,
  now: NOW,
  manners: DEVICE_MANNERS,
  equipment,
  resume: (act, { Kept }) => act('last-number', { number: String((Kept as { nr: number }).nr) }),
  lineExport: saft,
  receipts: plainReceipts({ groups: ['A', 'F'], values: { Opr: 'E1' }, position: { IN: '7310865004703' } }),
  forge: ({ Fis }) => (Fis!.Tag!.find(({ Name }) => Name === 'ControlCode')!.Value = 'ABC'),
};
