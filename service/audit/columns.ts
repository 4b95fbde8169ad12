/** Columns of the journal are copies out of the record, to search by; they have to say the same. */
import type { Finding } from '../countries/contract.ts';
import { minor } from '../receipt/money.ts';
import { isNonFiscal, isTraining } from '../receipt/tra.ts';
import type { UncheckedRow } from '../journal/audit.ts';
import { counted, quoted, type Check } from './check.ts';
import type { Entry } from './entry.ts';

/** Checks the copies of type, times, numbers, total and kind. */
export class ColumnsCheck implements Check {
  readonly title = 'Columns';
  private records = 0;

  take(entry: Entry): Finding[] {
    this.records++;
    const { sq, row } = entry;
    return Object.entries(copiesOf(entry))
      .filter(([name, value]) => row[name as keyof UncheckedRow] !== value)
      .map(([name, value]) => ({
        sq,
        text: `column ${name} is ${quoted(row[name as keyof UncheckedRow])}, the record says ${quoted(value)}`,
      }));
  }

  summary(): string {
    return `copies of ${counted(this.records, 'record')} to search by`;
  }
}

function copiesOf({ record, country }: Entry): Partial<Record<keyof UncheckedRow, unknown>> {
  const esr = record.ESR;
  const isTransaction = record._ === 'Tra' && esr !== undefined;
  return {
    type: record._,
    at: record.D,
    d: esr?.D ?? record.D,
    tl: esr?.TL ?? null,
    tt: esr?.TT ?? null,
    tn: esr?.TN ?? null,
    fn: esr?.FN ?? null,
    total: isTransaction && country ? minor(esr.T, country.currency.digits) : null,
    fiscal: isTransaction && !isNonFiscal(esr) && !isTraining(esr) ? 1 : 0,
  };
}
