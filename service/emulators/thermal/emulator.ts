/** A Polish fiscal printer with the old protocol (Novitus, Elzab) in small: bytes of a serial line, here on the network. */
import { systemClock } from '../../clock.ts';
import { PolishPrinter } from '../pl-printer/device.ts';
import { listen } from '../pl-printer/line.ts';
import type { Emulator, EmulatorOptions } from '../posnet/emulator.ts';
import { ThermalService, ThermalSession } from './service.ts';

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, port, background, ...device } = options;
  const printer = new PolishPrinter({ name: 'ELZAB MERA', serial: 'EAZ 1701001234', ...device, clock });
  const service = new ThermalService(printer);
  const line = await listen({
    ...{ port, background, isWaiting: () => printer.isWaiting },
    open: () => new ThermalSession(service),
  });
  return { ...line, printer };
}
