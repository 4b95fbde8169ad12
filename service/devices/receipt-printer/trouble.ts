/** What keeps a printer from printing, from what it has told. */
import type { PortFault } from '../ports/contract.ts';
import type { PrinterStatus } from './status.ts';

/** Why nothing is printed: of the printer itself, or of the way to it. */
export type PrinterTrouble =
  'paper' | 'cover' | 'cutter' | 'hot' | 'recoverable' | 'broken' | 'offline' | PortFault;

/** What has to be done first; null when it is ready, or when it does not tell. */
export function troubleOf(status: PrinterStatus): PrinterTrouble | null {
  if (status.coverOpen) return 'cover';
  if (status.paper === 'end') return 'paper';
  if (status.error !== null && status.error !== 'none') return status.error;
  return status.online === false ? 'offline' : null;
}
