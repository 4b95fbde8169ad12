/** A printer in use, whatever lies behind it: one that answers (escpos-printer.ts), a queue, a folder. */
import type { PortError } from '../ports/contract.ts';
import type { PrintJob, PrintOutcome, PrintWatch } from './print.ts';
import type { PrinterIdentity } from './session.ts';
import type { PrinterStatus } from './status.ts';

/** A printer that jobs can be sent to, one at a time. */
export interface ConnectedPrinter {
  /** It cannot say what is on paper, and is believed. */
  readonly isSilent: boolean;
  /** What it has told last; null where it tells nothing. */
  readonly status: PrinterStatus;
  /** Settles when it can be used no more: with the reason, or null when it was closed from here. */
  readonly ended: Promise<PortError | null>;
  on(event: 'status', listener: (status: PrinterStatus) => void): unknown;
  /** Asks how it is. @throws PortError */
  refresh(): Promise<PrinterStatus>;
  /** Asks who it is; empty where it does not tell. @throws PortError */
  identify(): Promise<PrinterIdentity>;
  /** Sends bytes that are obeyed at once: a pulse to the drawer. @throws PortError */
  send(bytes: Uint8Array): Promise<void>;
  /** Prints a job, and finds out what became of it as far as that can be known. */
  print(job: PrintJob, watch: PrintWatch, signal: AbortSignal): Promise<PrintOutcome>;
  /** Resolves when it says something, or at its end, or with the signal. */
  next(signal: AbortSignal): Promise<void>;
  /** Lets go of it. Never throws. */
  close(): Promise<void>;
}

/**
 * Connects to a printer.
 * @throws PortError
 */
export type OpenPrinter = (signal: AbortSignal) => Promise<ConnectedPrinter>;
