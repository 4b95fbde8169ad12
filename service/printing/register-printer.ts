/** A receipt printer as the printer of a register. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PrinterIdentity } from '../devices/receipt-printer/session.ts';
import type { PrinterStatus } from '../devices/receipt-printer/status.ts';
import type { PrinterTrouble } from '../devices/receipt-printer/trouble.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { PrinterModel } from '../devices/receipt-printer/models.ts';
import type { Printer, PrinterState } from './printer.ts';
import type { Document, PrintQueue } from './print-queue.ts';

/** Pin 2, on for 200 ms, at once also while the printer is offline (DLE DC4). */
const PULSE = Uint8Array.of(0x10, 0x14, 0x01, 0x00, 0x02);
/** Between two looks at the drawer, ms. */
const LOOK_MS = 500;

const NO_DRAWER = issue('#DRAWER_TROUBLE', '', 'receipts are written to a folder, which has no drawer');

/** What is known of a printer besides its queue. */
export interface RegisterPrinter {
  queue: PrintQueue;
  model: PrinterModel;
  /** Draws a text for this printer. */
  draw: (text: string) => Promise<Document>;
  /** Level of the drawer's pin that means open; null where nobody has found out. */
  drawerOpen: 'high' | 'low' | null;
}

/** @param signal ends whatever waits */
export function registerPrinter(
  { queue, model, draw, drawerOpen }: RegisterPrinter,
  signal: AbortSignal,
): Printer {
  const isOpen = ({ drawerHigh }: PrinterStatus): boolean | null =>
    drawerHigh === null || drawerOpen === null ? null : drawerHigh === (drawerOpen === 'high');
  return {
    async print(text) {
      const outcome = await queue.printNow(await draw(text));
      if (outcome.kind === 'printed' || outcome.kind === 'sent') return null;
      return outcome.kind === 'refused'
        ? troubleIssue(outcome.trouble)
        : issue('#PRINT_UNKNOWN', '', `the printer was sent everything, then: ${outcome.trouble}`);
    },
    display: () => Promise.resolve(issue('#NO_DISPLAY', '', 'no line display is connected')),
    async openDrawer() {
      if (model.makes === 'pdf') return NO_DRAWER;
      const trouble = await queue.sendAtOnce(PULSE);
      return trouble && troubleIssue(trouble);
    },
    async drawerClosed(gone) {
      if (model.makes === 'pdf') return NO_DRAWER;
      const ended = AbortSignal.any([signal, gone]);
      while (!ended.aborted) {
        const told = await queue.ask();
        if ('trouble' in told) return troubleIssue(told.trouble);
        if (told.isMute) return troubleIssue('silent');
        // A drawer that nobody can see is not waited for.
        if (isOpen(told.status) !== true) return null;
        await pause(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
      }
      return null;
    },
    async state() {
      const told = await queue.ask();
      if ('trouble' in told) return { issue: troubleIssue(told.trouble) };
      await queue.look();
      return { state: stateOf(model.name, queue.told, queue.status, isOpen(queue.status)) };
    },
  };
}

function stateOf(
  kind: string,
  told: PrinterIdentity | null,
  status: PrinterStatus,
  isOpen: boolean | null,
): PrinterState {
  return {
    ModuleName: [told?.maker, told?.model].filter(Boolean).join(' ') || kind,
    ID: told?.serial ?? '',
    ZI: 0,
    SimpleState: {
      DayOpen: null,
      ZRequired: null,
      NextZRequired: null,
      DrawerOpen: isOpen,
      PaperNearEnd: status.paper === null ? null : status.paper !== 'enough',
      PaperEnd: status.paper === null ? null : status.paper === 'end',
      CoverOpen: status.coverOpen,
      MemAlmostFull: null,
      MemFull: null,
      CertExpires: null,
    },
  };
}

function troubleIssue(trouble: PrinterTrouble): Issue {
  if (trouble === 'paper') return issue('#PRINTER_PAPER', '', 'the printer has no paper');
  if (trouble === 'cover') return issue('#PRINTER_COVER', '', 'the cover of the printer is open');
  return issue('#PRINTER_TROUBLE', '', `the printer cannot print: ${trouble}`);
}
