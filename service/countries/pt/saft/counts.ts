/** The numbers at the head of a section. They stand before its documents, so they are counted first. */
import { amountText } from '../../../receipt/money.ts';
import type { DocumentClass } from '../document.ts';
import { add, decimalText, type Decimal } from './decimals.ts';
import type { Line } from './lines.ts';

/** Counts of one section. */
export class Counts {
  documents = 0;
  private lines = 0;
  /** Cents, without cancelled documents. */
  private debit = 0;
  private credit = 0;
  private quantity: Decimal = { units: 0n, scale: 0 };

  /** Counts a document. Cancelled ones count as documents, with their lines, and add nothing to the totals. */
  take(lines: readonly Line[], cancelled: boolean): void {
    this.documents += 1;
    this.lines += lines.length;
    if (cancelled) return;
    for (const line of lines) {
      if (line.debit) this.debit += line.amount;
      else this.credit += line.amount;
      this.quantity = add(this.quantity, line.quantity);
    }
  }

  /** The elements before the first document. */
  xml(section: DocumentClass): string {
    if (section === 'MG') {
      return (
        `<NumberOfMovementLines>${this.lines}</NumberOfMovementLines>` +
        `<TotalQuantityIssued>${decimalText(this.quantity)}</TotalQuantityIssued>\n`
      );
    }
    return (
      `<NumberOfEntries>${this.documents}</NumberOfEntries>` +
      `<TotalDebit>${amountText(this.debit, 2)}</TotalDebit><TotalCredit>${amountText(this.credit, 2)}</TotalCredit>\n`
    );
  }
}
