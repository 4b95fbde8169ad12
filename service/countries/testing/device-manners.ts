/** Emulated devices that fiscalise receipts, as the suite of all countries spoils them. */
import { onTestFinished } from 'vitest';
import { silentLog } from '../../log.ts';
import { FiscalPrinters } from '../../printing/fiscal-printers.ts';
import { Attributes } from '../../settings/attributes.ts';
import type { ManualClock } from '../../testing/manual-clock.ts';
import type { Equipment, Manner } from './example.ts';

/** What the emulators of all devices can be told to do. */
export const DEVICE_MANNERS: readonly Manner[] = [
  'is-down',
  'is-slow',
  'refuses',
  'loses-request',
  'loses-answer',
];

/** For ever, as far as a test goes. */
const ALWAYS = 1e9;
/** Longer than the device is waited for where it is slow, ms. */
const SLOW_MS = 150;
const PATIENT_MS = 10_000;

/** An emulated device. */
export interface EmulatedDevice {
  up(): void;
  down(): void;
  /** Answers so many milliseconds later. */
  slow(ms: number): void;
  /** Breaks the line of the next requests, before or after it has done what they ask for. */
  drop(times: number, where: 'before' | 'after'): void;
  stop(): Promise<void>;
}

/** How a device is spoilt. */
export interface DeviceManners {
  /** How long it is to be waited for now (`Fiscal_Timeout`), ms. */
  timeout(): number;
  behave(manner: Manner): void;
}

/**
 * Spoils a device, which ends with the test.
 * @param refuse makes it refuse whatever it is asked for, or not any more
 */
export function deviceManners(device: EmulatedDevice, refuse: (does: boolean) => void): DeviceManners {
  onTestFinished(() => device.stop());
  let timeout = PATIENT_MS;
  const manners: Record<Manner, () => void> = {
    works: () => undefined,
    'is-down': () => device.down(),
    'is-slow': () => {
      timeout = SLOW_MS / 3;
      device.slow(SLOW_MS);
    },
    refuses: () => refuse(true),
    'loses-request': () => device.drop(ALWAYS, 'before'),
    'loses-answer': () => device.drop(ALWAYS, 'after'),
  };
  return {
    timeout: () => timeout,
    behave(manner) {
      device.up();
      device.drop(0, 'before');
      device.slow(0);
      refuse(false);
      timeout = PATIENT_MS;
      manners[manner]();
    },
  };
}

/** A fiscal printer of a shop. */
export interface ExamplePrinter extends Required<Pick<Equipment, 'forget' | 'done'>> {
  device: EmulatedDevice;
  /** What names it in the profile. */
  attributes: string;
  refuse: (does: boolean) => void;
}

/** A shop with a fiscal printer that opens and closes its days by itself. */
export function printerEquipment(printer: ExamplePrinter, clock: ManualClock): Equipment {
  const { device, refuse, forget, done } = printer;
  const { timeout, behave } = deviceManners(device, refuse);
  const attributes = () => `${printer.attributes} Fiscal_ZLaunch Fiscal_Timeout=${timeout()}`;
  const printers = new FiscalPrinters({
    ...{ clock, log: silentLog, folderOf: () => '' },
    attributes: () => Attributes.parse(attributes()),
  });
  return { attributes, services: { fiscalPrinter: (rn) => printers.of(rn) }, behave, forget, done };
}
