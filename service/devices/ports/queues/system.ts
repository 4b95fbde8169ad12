/** The print service of this operating system. */
import { cups } from './cups.ts';
import type { PrintService } from './contract.ts';
import { WindowsSpooler } from './windows.ts';

let service: PrintService | null = null;

/** Made when it is asked for first; nothing is started before a queue is asked for something. */
export function systemQueues(): PrintService {
  return (service ??= process.platform === 'win32' ? new WindowsSpooler() : cups());
}
