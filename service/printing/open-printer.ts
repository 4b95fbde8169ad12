/** How to connect to the printer that the profile names. */
import { selecting } from '../devices/line-display/chained.ts';
import { opener, type PortAddress } from '../devices/ports/address.ts';
import { queuePrinter } from '../devices/receipt-printer/queue-printer.ts';
import { systemQueues } from '../devices/ports/queues/system.ts';
import type { OpenPrinter } from '../devices/receipt-printer/connected.ts';
import { escPosPrinter } from '../devices/receipt-printer/escpos-printer.ts';
import { folderPrinter } from '../devices/receipt-printer/folder-printer.ts';
import type { PrinterModel } from '../devices/receipt-printer/models.ts';

/** Whether what is drawn for a printer can be sent to an address: PDF goes to folders, ESC/POS everywhere else. */
export function fits({ makes }: PrinterModel, { kind }: PortAddress): boolean {
  return (makes === 'pdf') === (kind === 'folder');
}

/** @param isChained a display hangs on its line */
export function openPrinter(address: PortAddress, model: PrinterModel, isChained: boolean): OpenPrinter {
  if (address.kind === 'queue') return queuePrinter(systemQueues(), address.name);
  if (address.kind === 'folder') return folderPrinter(address.path, '.pdf');
  const port = opener(address);
  return escPosPrinter(isChained ? selecting(port) : port, model.hasProcessId);
}
