/** The fiscal printer of a register with its display and drawer, as `/peri` speaks to them (doc 2, Peripherals). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Failure, FiscalPrinterState, Outcome } from '../devices/fiscal-printer/contract.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { RegisterPrinterInUse } from './fiscal-printers.ts';
import type { Printer, PrinterState } from './printer.ts';

/** Between two looks at the drawer, ms. */
const LOOK_MS = 500;
/** Characters of a line on paper. */
const LINE = 46;
/** Lines of a posted text. */
const MOST_LINES = 500;

/** @param signal ends whatever waits */
export function fiscalPeripherals(printer: RegisterPrinterInUse, signal: AbortSignal): Printer {
  return {
    print: async (text) => issueOf(await printer.print(paperLines(text))),
    display: async (text) => issueOf(await printer.display(displayText(text))),
    openDrawer: async () => issueOf(await printer.openDrawer()),
    async drawerClosed(gone) {
      const ended = AbortSignal.any([signal, gone]);
      while (!ended.aborted) {
        const told = await printer.state();
        if (told.outcome !== 'done') return printerIssue(told.failure);
        if (told.result.drawerOpen !== true) return null;
        await pause(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
      }
      return null;
    },
    async state() {
      const told = await printer.state();
      if (told.outcome !== 'done') return { issue: printerIssue(told.failure) };
      return { state: stateOf(printer.model.title, told.result) };
    },
  };
}

/** A text as lines that fit on the paper. Control characters become blanks in the driver. */
function paperLines(text: string): string[] {
  const lines = text.replace(/(?:\r\n|[\r\n])$/, '').split(/\r\n|[\r\n]/);
  return lines.flatMap((line) => line.match(new RegExp(`.{1,${LINE}}`, 'gsu')) ?? ['']).slice(0, MOST_LINES);
}

/** Two lines of twenty characters. */
function displayText(text: string): string {
  const [first = '', second = ''] = text.split(/\r\n|[\r\n]/);
  return second === '' ? first : `${first.slice(0, 20).padEnd(20)}${second.slice(0, 20)}`;
}

function stateOf(title: string, state: FiscalPrinterState): PrinterState {
  // Not all tell a missing roll from an open cover.
  const isFine = state.offline === false ? false : null;
  const { zRequired = null, nextZRequired = null, paperEnd = isFine, coverOpen = isFine } = state;
  return {
    ModuleName: title,
    ID: state.serial,
    ZI: state.z,
    SimpleState: {
      DayOpen: state.dayOpen,
      ZRequired: zRequired,
      NextZRequired: nextZRequired,
      DrawerOpen: state.drawerOpen,
      PaperNearEnd: state.paperNearEnd,
      PaperEnd: paperEnd,
      CoverOpen: coverOpen,
      MemAlmostFull: state.memoryNearlyFull,
      MemFull: state.memoryFull,
      CertExpires: state.certificateExpires && `${state.certificateExpires}T00:00:00`,
    },
  };
}

function issueOf(outcome: Outcome<null>): Issue | null {
  return outcome.outcome === 'done' ? null : printerIssue(outcome.failure);
}

function printerIssue({ trouble, text }: Failure): Issue {
  if (trouble === 'paper') return issue('#PRINTER_PAPER', '', text);
  if (trouble === 'cover') return issue('#PRINTER_COVER', '', text);
  return issue('#PRINTER_TROUBLE', '', `the fiscal printer: ${trouble} (${text})`);
}
