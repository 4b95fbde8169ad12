/** What an audit looks at with all fiscal devices: whatever one was asked for has an outcome. */
import type { JournalRecord } from '../../../receipt/tra.ts';

const MISSING = 'what became of the receipt that the printer was asked for before is missing';

/** Follows the journal of a register. */
export class AskedReceipts {
  /** The printer was asked, and no record has the outcome yet. */
  private isOpen = false;

  /** A record has the outcome. */
  answered(): void {
    this.isOpen = false;
  }

  /** Takes a log record; what is wrong about it. */
  heard({ Event }: JournalRecord): string[] {
    const isMissing = Event === 'device-asked' && this.isOpen;
    if (Event === 'device-asked') this.isOpen = true;
    if (Event === 'device-not-done') this.isOpen = false;
    return isMissing ? [MISSING] : [];
  }
}
