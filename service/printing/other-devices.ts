/** Displays and drawers that the profile names, each opened once however many registers share it. */
import { drawerModel } from '../devices/drawer/models.ts';
import { throughPrinter } from '../devices/line-display/chained.ts';
import { displayModel } from '../devices/line-display/models.ts';
import { addressText, opener, portAddress, type PortAddress } from '../devices/ports/address.ts';
import { portError, type Port, type PortFault } from '../devices/ports/contract.ts';
import { HeldPort } from '../devices/ports/held-port.ts';
import type { Attributes } from '../settings/attributes.ts';
import { issue } from '../receipt/issue.ts';
import type { Problem } from '../wire.ts';
import { displayBytes } from './line-display.ts';
import type { PrintQueue } from './print-queue.ts';
import type { RegisterDevices } from './register-devices.ts';

/** `Display_Port` of a display that is chained through the receipt printer. */
export const THROUGH_PRINTER = 'printer';

/** All displays and drawers in use. */
export class OtherDevices {
  private readonly ports = new Map<string, HeldPort>();
  private readonly seen = new Map<string, PortFault | 'ready'>();

  /** The display of a register; null when the profile names none that can be read. */
  display(attributes: Attributes, queue: PrintQueue | null): RegisterDevices['display'] {
    const model = displayModel(attributes.text('Display') ?? '');
    if (!model) return null;
    if (isChained(attributes)) {
      if (!queue) return null;
      return async (text) => {
        const bytes = throughPrinter(displayBytes(text, model));
        const outcome = await queue.printNow({ bytes, name: 'display' });
        if (outcome.kind === 'printed' || outcome.kind === 'sent') return null;
        return issue('#DISPLAY_TROUBLE', '', `the printer that the display hangs on: ${outcome.trouble}`);
      };
    }
    const address = portAddress(attributes.text('Display_Port') ?? '');
    if (!address) return null;
    return async (text) => {
      await this.use(address, (port) => port.write(displayBytes(text, model)));
      return null;
    };
  }

  /** The drawer of a register that has a line of its own; null without one. */
  drawer(attributes: Attributes): RegisterDevices['drawer'] {
    const model = drawerModel(attributes.text('Drawer') ?? '');
    const named = portAddress(attributes.text('Drawer_Port') ?? '');
    const address = model && named && model.addressFor(named);
    if (!address) return null;
    return (work) => this.use(address, (port) => work(model.connect(port, address)));
  }

  /** How a device was when it was used last; undefined before. */
  lastSeen(address: PortAddress): PortFault | 'ready' | undefined {
    return this.seen.get(addressText(address));
  }

  async close(): Promise<void> {
    await Promise.all([...this.ports.values()].map((port) => port.close()));
  }

  private async use<T>(address: PortAddress, work: (port: Port) => Promise<T>): Promise<T> {
    const name = addressText(address);
    try {
      const done = await this.port(address).use(work);
      this.seen.set(name, 'ready');
      return done;
    } catch (error) {
      this.seen.set(name, portError(error, 'device').fault);
      throw error;
    }
  }

  private port(address: PortAddress): HeldPort {
    const name = addressText(address);
    const known = this.ports.get(name) ?? new HeldPort(opener(address));
    this.ports.set(name, known);
    return known;
  }
}

/** Whether the display of a register hangs on the line of its printer. */
export function isChained(attributes: Attributes): boolean {
  const port = attributes.text('Display_Port')?.trim() ?? '';
  if (port.toLowerCase() === THROUGH_PRINTER) return true;
  const own = portAddress(port);
  const printers = portAddress(attributes.text('Printer_Port') ?? '');
  // One address is one line: most printers take one connection.
  return own !== null && printers !== null && addressText(own) === addressText(printers);
}

/** What is wrong with the names and addresses in the profile. */
export function deviceProblems(attributes: Attributes): Problem[] {
  const severity = 'warning' as const;
  const problems: Problem[] = [];
  const display = attributes.text('Display');
  const drawer = attributes.text('Drawer');
  const displayPort = portAddress(attributes.text('Display_Port') ?? '');
  const hasPrinter = attributes.text('Printer') !== undefined;
  if (display !== undefined) {
    if (!displayModel(display) || !(isChained(attributes) ? hasPrinter : displayPort)) {
      problems.push({ code: 'DISPLAY_PROFILE', severity, params: { name: display } });
    }
  }
  if (drawer !== undefined) {
    const address = portAddress(attributes.text('Drawer_Port') ?? '');
    if (!address || !drawerModel(drawer)?.addressFor(address)) {
      problems.push({ code: 'DRAWER_PROFILE', severity, params: { name: drawer } });
    }
  }
  return problems;
}
