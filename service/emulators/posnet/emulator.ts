/** A fiscal printer of Posnet (Poland) in small: the Posnet protocol on the network. */
import { systemClock } from '../../clock.ts';
import { PolishPrinter, type DeviceOptions } from '../pl-printer/device.ts';
import { listen, type PrinterLine } from '../pl-printer/line.ts';
import { PosnetService, PosnetSession } from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions extends Partial<DeviceOptions> {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
}

/** A running emulator. */
export interface Emulator extends PrinterLine {
  readonly printer: PolishPrinter;
}

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, port, background, ...device } = options;
  const printer = new PolishPrinter({ name: 'POSNET THERMAL XL2 ONLINE', ...device, clock });
  const service = new PosnetService(printer);
  const line = await listen({
    ...{ port, background, isWaiting: () => printer.isWaiting },
    open: () => new PosnetSession(service),
  });
  return { ...line, printer };
}
