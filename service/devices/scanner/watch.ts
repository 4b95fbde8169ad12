/** A scanner as a test device: the last codes that it has read, for whoever tries it. Nothing of it is kept. */
import type { OpenPort, Port, PortError } from '../ports/contract.ts';
import { ScanReader, type Scan } from './hid-pos.ts';

/** Codes that are kept to be shown. */
const MOST_SCANS = 10;

/** A scanner that is being tried. */
export interface ScannerWatch {
  /** What it has read, the newest first. */
  readonly scans: readonly Scan[];
  /** Settles when it can be watched no more: with the reason, or null when it was let go. */
  readonly ended: Promise<PortError | null>;
  /** Lets go of it: until then it is no other program's. */
  close(): Promise<void>;
}

/**
 * Opens a scanner in HID-POS mode (`opener` of its address).
 * @param changed something was read
 * @param signal ends the opening
 * @throws PortError: `unsupported` for one in keyboard mode, which belongs to the system and types what it reads
 */
export async function watchScanner(
  open: OpenPort,
  changed: () => void,
  signal: AbortSignal,
): Promise<ScannerWatch> {
  const port: Port = await open(signal);
  const reader = new ScanReader();
  let scans: Scan[] = [];
  port.receive((report) => {
    const read = reader.push(report);
    if (read.length === 0) return;
    scans = [...read.reverse(), ...scans].slice(0, MOST_SCANS);
    changed();
  });
  return {
    get scans() {
      return scans;
    },
    ended: port.ended,
    close: () => port.close(),
  };
}
