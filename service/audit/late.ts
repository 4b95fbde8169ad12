/** Late fiscal data are of receipts that stand before them (docs/journal-format.md). */
import type { Finding } from '../countries/contract/audit.ts';
import { LateCheck } from '../receipt/late-check.ts';
import { counted, type Check } from './check.ts';
import type { Entry } from './entry.ts';

/** Checks what late fiscal data refer to. */
export class LateDataCheck implements Check {
  readonly title = 'Late';
  private readonly late = new LateCheck();

  take({ sq, record }: Entry): Finding[] {
    const text = this.late.take(sq, record);
    return text === null ? [] : [{ sq, text }];
  }

  /** Told of a record that cannot be read. */
  unreadable(sq: number): void {
    this.late.unreadable(sq);
  }

  summary(): string {
    return `${counted(this.late.count, 'record')} with fiscal data of receipts before them`;
  }
}
