/** Gives the records of a register to the journal, and knows what was written last. Whoever calls has the register's turn. */
import { localTime } from '../clock.ts';
import type { Country } from '../countries/contract/country.ts';
import type { Unsigned } from '../countries/contract/fiscalise.ts';
import type { DeviceWork, StateChange } from '../countries/contract/work.ts';
import type { Entry } from '../journal/row.ts';
import { answerOf } from '../receipt/answer.ts';
import type { Issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { DeliveryQueue, queued } from './deliveries/delivery-queue.ts';
import { LastRecords } from './last-records.ts';
import type { Ledger } from './ledger.ts';
import { refusal } from './outcomes.ts';
import { causeOf, outageIssue } from './outage.ts';
import { PrintedReceipts } from './paper/printed.ts';
import { newRecord } from './receipt-record.ts';
import type { RegisterServices } from './requests.ts';
import { answered, type Step } from './turns.ts';

/** A record that may be written; its signature may be left to a row. */
export interface Numbered extends Entry {
  unsigned?: { wanted: Unsigned; previous: ReturnType<Ledger['signatureBefore']> };
}

/** See above. */
export class RecordWriter {
  private readonly rn: string;
  private readonly services: RegisterServices;
  private readonly ledger: Ledger;
  /** The last record of each type. */
  readonly lastRecords = new LastRecords();
  readonly printed = new PrintedReceipts();
  /** Why the last record that was to be written is not stored; null when it is. */
  lastFailure: Issue | null = null;
  /** The latest date of a transaction that was given to the journal, `YYYY-MM-DD`. */
  private latestDay = '';

  constructor(rn: string, services: RegisterServices, ledger: Ledger) {
    this.rn = rn;
    this.services = services;
    this.ledger = ledger;
  }

  /** The head of the next record. */
  nextRecord(_: string, D: string): Pick<JournalRecord, '_' | 'SQ' | 'RN' | 'D'> {
    return { _, SQ: this.ledger.nextSq, RN: this.rn, D };
  }

  /** The latest date of a transaction, `YYYY-MM-DD`; empty before the first one. */
  get newestDay(): string {
    return laterOf(this.lastRecords.get('Tra')?.ESR?.D?.slice(0, 10) ?? '', this.latestDay);
  }

  /** Why the last record is not stored. */
  get whyUnstored(): Issue {
    return this.lastFailure ?? outageIssue('#JOURNAL_FAILED', null);
  }

  /** Gives the record to the journal; what was printed meanwhile goes with it. */
  write({ unsigned, ...made }: Numbered, language: string): Step {
    const { record } = made;
    const prints = this.printed.pending(this.ledger);
    const entry = prints ? { ...made, changes: { ...made.changes, ...prints.changes } } : made;
    if (record._ === 'Tra') this.latestDay = laterOf(this.newestDay, record.ESR!.D!.slice(0, 10));
    const written = unsigned
      ? this.ledger.writeUnsigned(entry, unsigned.wanted, unsigned.previous)
      : this.ledger.write(entry);
    const done = written.then(
      () => {
        prints?.stored();
        this.lastRecords.set(record);
        this.lastFailure = null;
        return answerOf(record);
      },
      (error: unknown) => {
        this.lastFailure = outageIssue('#JOURNAL_FAILED', causeOf(error));
        this.latestDay = '';
        this.services.log.error(`register ${this.rn}: record ${record.SQ} was not stored`, error);
        return refusal('NO', [this.lastFailure], language);
      },
    );
    return { done };
  }

  /** Journals what a device was asked for, unless there was nothing left to do. */
  async writeAsked({ event, ask }: DeviceWork, country: Country): Promise<Step> {
    // Nothing that is on its way may be taken back behind what the device does.
    await this.ledger.settled();
    this.ledger.catchUp();
    const place = { sq: this.ledger.nextSq, now: localTime(this.services.clock.now()) };
    const change = await ask(this.ledger, place);
    // A commit of another register may have failed meanwhile; here nothing was on its way.
    this.ledger.catchUp();
    if (change === null) return answered({ Result: { RC: 'OK' } });
    const { details, changes, kept } = change;
    const now = this.nextRecord('log', place.now);
    const values = kept === undefined ? {} : { Kept: kept };
    const record = newRecord(now, { Event: event, ...details }, values);
    return this.write({ record, sums: null, changes }, country.language);
  }

  /** Journals a change of state, unless there is nothing left to do. @param at local time of the record; now when left out */
  writeChange(stateChange: StateChange, country: Country, at = localTime(this.services.clock.now())): Step {
    this.ledger.catchUp();
    const changes = stateChange.changes(this.ledger);
    if (changes === null) return answered({ Result: { RC: 'OK' } });
    const now = this.nextRecord('log', at);
    const { event, details, kept, fis, toDeliver } = stateChange;
    const values = { ...(fis && { Fis: fis }), ...(kept !== undefined && { Kept: kept }) };
    const record = newRecord(now, { Event: event, ...details }, values);
    if (toDeliver) {
      const { by, insteadOf } = toDeliver;
      const replaced = insteadOf === undefined ? {} : new DeliveryQueue(this.ledger).without(insteadOf);
      Object.assign(changes, replaced, queued(record, by, this.ledger));
    }
    return this.write({ record, sums: null, changes }, country.language);
  }
}

/** The later of two days, `YYYY-MM-DD` or empty. */
function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}
