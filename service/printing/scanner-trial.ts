/** One scanner that somebody tries on the control page, watched for as long as the page asks. */
import { addressText, opener, type PortAddress } from '../devices/ports/address.ts';
import { portError, type OpenPort, type PortFault } from '../devices/ports/contract.ts';
import type { Scan } from '../devices/scanner/hid-pos.ts';
import { watchScanner, type ScannerWatch } from '../devices/scanner/watch.ts';

/** A page that asks no more has been left, ms. */
const LINGER_MS = 5000;
/** Longest wait for opening, ms. */
const PATIENCE_MS = 5000;

/** What a scanner has read, the newest first; `fault` when it cannot be used. */
export interface ScannerLook {
  scans: readonly Scan[];
  fault: PortFault | null;
}

/** A scanner that is opened and watched. */
class Trial {
  readonly name: string;
  /** Or why it cannot be. */
  readonly watch: Promise<ScannerWatch | PortFault>;
  /** It was unplugged, or let go. */
  hasEnded = false;

  constructor(name: string, open: OpenPort) {
    this.name = name;
    this.watch = this.begin(open);
  }

  private async begin(open: OpenPort): Promise<ScannerWatch | PortFault> {
    try {
      const watch = await watchScanner(open, () => undefined, AbortSignal.timeout(PATIENCE_MS));
      void watch.ended.then(() => (this.hasEnded = true));
      return watch;
    } catch (error) {
      return portError(error, 'scanner').fault;
    }
  }
}

/** The scanner that is tried; another one takes its place. */
export class ScannerTrial {
  private readonly open: (address: PortAddress) => OpenPort;
  private current: Trial | null = null;
  private late: NodeJS.Timeout | undefined;

  /** @param open only tests give one */
  constructor(open: (address: PortAddress) => OpenPort = opener) {
    this.open = open;
  }

  /** What it has read so far; begins to watch it. Never rejects. */
  async look(address: PortAddress): Promise<ScannerLook> {
    clearTimeout(this.late);
    this.late = setTimeout(() => void this.close(), LINGER_MS).unref();
    const name = addressText(address);
    if (this.current?.name !== name) {
      await this.letGo();
      this.current = new Trial(name, this.open(address));
    }
    const trial = this.current;
    const watch = await trial.watch;
    // Asked for again it is tried again.
    if (typeof watch === 'string' || trial.hasEnded) this.forget(trial);
    return typeof watch === 'string' ? { scans: [], fault: watch } : { scans: watch.scans, fault: null };
  }

  /** Lets go of the scanner. Never throws. */
  async close(): Promise<void> {
    clearTimeout(this.late);
    await this.letGo();
  }

  private forget(trial: Trial): void {
    if (this.current === trial) this.current = null;
  }

  private async letGo(): Promise<void> {
    const { current } = this;
    this.current = null;
    const watch = await current?.watch;
    if (watch && typeof watch !== 'string') await watch.close();
  }
}
