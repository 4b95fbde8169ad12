/** Printer, line display and drawer of a register as one, whichever of them there are. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Drawer } from '../devices/drawer/contract.ts';
import { portError } from '../devices/ports/contract.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Printer } from './printer.ts';

/** Between two looks at the drawer, ms. */
const LOOK_MS = 500;

/** What a register has; null for what it has not. */
export interface RegisterDevices {
  printer: Printer | null;
  /** Shows a text; an issue is that of the printer that the display hangs on. @throws PortError */
  display: ((text: string) => Promise<Issue | null>) | null;
  /** Does something with a drawer of its own. @throws PortError */
  drawer: (<T>(work: (drawer: Drawer) => Promise<T>) => Promise<T>) | null;
}

/**
 * The devices as `/peri` speaks to them.
 * @param signal ends whatever waits
 * @returns null when there are none
 */
export function registerDevices(
  { printer, display, drawer }: RegisterDevices,
  signal: AbortSignal,
): Printer | null {
  if (!printer && !display && !drawer) return null;
  const noPrinter = issue('#NO_PRINTER', '', 'no printer is connected to this register');
  const isOpen = () => drawer!((one) => one.isOpen());
  return {
    print: (text) => (printer ? printer.print(text) : Promise.resolve(noPrinter)),
    display(text) {
      if (display) return display(text).catch((error: unknown) => displayIssue(error));
      return Promise.resolve(issue('#NO_DISPLAY', '', 'no line display is connected'));
    },
    async openDrawer() {
      if (!drawer) return printer ? printer.openDrawer() : noPrinter;
      try {
        await drawer((one) => one.open());
        return null;
      } catch (error) {
        return drawerIssue(error);
      }
    },
    async drawerClosed(gone) {
      if (!drawer) return printer ? printer.drawerClosed(gone) : noPrinter;
      const ended = AbortSignal.any([signal, gone]);
      try {
        while (!ended.aborted && (await isOpen())) {
          await pause(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
        }
        return null;
      } catch (error) {
        return drawerIssue(error);
      }
    },
    async state() {
      if (!printer) return { issue: noPrinter };
      const told = await printer.state();
      if (!drawer || 'issue' in told) return told;
      const DrawerOpen = await isOpen().catch(() => null);
      return { state: { ...told.state, SimpleState: { ...told.state.SimpleState, DrawerOpen } } };
    },
  };
}

function displayIssue(error: unknown): Issue {
  return issue('#DISPLAY_TROUBLE', '', `the line display cannot be used: ${whyOf(error)}`);
}

function drawerIssue(error: unknown): Issue {
  return issue('#DRAWER_TROUBLE', '', `the drawer cannot be used: ${whyOf(error)}`);
}

function whyOf(error: unknown): string {
  const { fault, message } = portError(error, 'device');
  return `${fault} (${message})`;
}
