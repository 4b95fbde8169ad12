/** Finds the receipts that others refer to. Numbers lead to records; what counts is what those say themselves. */
import type { AuditedRegister, JournalAudit } from '../journal/audit/audit.ts';
import { terminalNumber } from '../journal/numbers.ts';
import type { Esr } from '../receipt/tra.ts';
import { readRecord } from './entry.ts';

/** A receipt and where it stands. */
export interface Original {
  sq: number;
  esr: Esr;
}

/** The number of a receipt; `year` is that of its date, if known. */
export interface NumberQuery {
  TL: string;
  TT: string;
  TN: string;
  year: string | undefined;
}

/** The receipts of a register. */
export class Originals {
  private readonly journal: JournalAudit;
  private readonly register: AuditedRegister;

  constructor(journal: JournalAudit, register: AuditedRegister) {
    this.journal = journal;
    this.register = register;
  }

  /** The last record before another one that has this fiscal number. */
  byFiscalNumber(FN: string, before: number): Promise<Original | null> {
    return this.newest(FN, before, (type, esr) => esr.FN === FN);
  }

  /** The last transaction before another record that has this number. */
  byNumber({ TL, TT, TN, year }: NumberQuery, before: number): Promise<Original | null> {
    return this.newest(terminalNumber(TN, TL, TT), before, (type, esr) => {
      const isNumber = type === 'Tra' && esr.TL === TL && esr.TT === TT && esr.TN === TN;
      return isNumber && (year === undefined || esr.D?.slice(0, 4) === year);
    });
  }

  /** The transaction of a record; null when it is none or cannot be read. */
  async bySq(sq: number): Promise<Original | null> {
    const read = readRecord(await this.journal.lineAt(this.register, sq));
    if ('problem' in read || read.record._ !== 'Tra' || !read.record.ESR) return null;
    return { sq, esr: read.record.ESR };
  }

  private async newest(
    number: string,
    before: number,
    isIt: (type: string, esr: Esr) => boolean,
  ): Promise<Original | null> {
    for (const sq of await this.journal.sqsWith(this.register, number, before)) {
      const read = readRecord(await this.journal.lineAt(this.register, sq));
      if ('problem' in read || !read.record.ESR) continue;
      const { _: type, ESR: esr } = read.record;
      if (isIt(type, esr)) return { sq, esr };
    }
    return null;
  }
}
