/** What is the matter with a printer, as problems of the status page. */
import type { PrinterTrouble } from '../devices/receipt-printer/trouble.ts';
import type { Problem } from '../wire.ts';
import type { Orders } from './orders.ts';
import type { PrintQueue } from './print-queue.ts';

/** Troubles with words of their own. */
const CODES: Partial<Record<PrinterTrouble, string>> = {
  paper: 'PRINTER_PAPER',
  cover: 'PRINTER_COVER',
  rights: 'PRINTER_RIGHTS',
  busy: 'PRINTER_BUSY',
  unsupported: 'PRINTER_UNSUPPORTED',
  stopped: 'PRINTER_STOPPED',
  full: 'PRINTER_DISK',
  folder: 'PRINTER_FOLDER',
};

/** Receipts that cannot even wait to be printed. */
export function orderProblems(trouble: Orders['trouble']): Problem[] {
  return trouble === null ? [] : [{ code: 'PRINT_NOT_KEPT', severity: 'warning', params: { ...trouble } }];
}

/** Problems of a register's queue. @param port where its printer is, for people */
export function queueProblems(
  { views, trouble, status }: Pick<PrintQueue, 'views' | 'trouble' | 'status'>,
  port: string,
): Problem[] {
  const severity = 'warning' as const;
  const problems: Problem[] = [];
  if (trouble) {
    const params = {
      port,
      trouble,
      count: views.filter(({ state }) => state === 'waiting' || state === 'sending').length,
    };
    problems.push({ code: CODES[trouble] ?? 'PRINTER_TROUBLE', severity, params });
  } else if (status.paper === 'near end') {
    problems.push({ code: 'PRINTER_PAPER_LOW', severity: 'info', params: { port } });
  }
  const unknown = views.filter(({ state }) => state === 'unknown').length;
  if (unknown > 0) problems.push({ code: 'PRINT_UNKNOWN', severity, params: { count: unknown } });
  const failed = views.filter(({ state }) => state === 'failed').length;
  if (failed > 0) problems.push({ code: 'PRINT_FAILED', severity, params: { count: failed } });
  return problems;
}
