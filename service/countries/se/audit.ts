/**
 * The audit of a Swedish register: what was registered at the control unit is made anew of the
 * receipts, numbers have no gap, and reports are counted anew. Control codes are secret sums of
 * the unit: only the authority can verify them.
 */
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import { EVENT } from '../base/cash-register/codes.ts';
import { Recount } from '../base/cash-register/recount.ts';
import { roleOf } from '../base/cash-register/role.ts';
import { textAt } from '../base/cash-register/books.ts';
import { transactionOf } from '../base/cash-register/transaction.ts';
import type { Auditor, Finding } from '../contract/audit.ts';
import type { State } from '../contract/state.ts';
import {
  CONFIRMED,
  GAVE_UP,
  KEYS,
  lastNumber,
  placeOf,
  sentOf,
  type Sent,
  type SwedishEntry,
} from './books.ts';
import { NUMBERED } from './fiscalise.ts';
import { amountsOf, kindOf } from './kind.ts';

/** {@link Country.audit} of Sweden. */
export function audit(): Auditor {
  return new SwedishAudit();
}

class SwedishAudit implements Auditor {
  private readonly count = new Recount(KEYS, NUMBERED);
  private number = 0;
  private registered = 0;
  private last = '';
  /** The unit was asked for a receipt, and no record has the outcome yet. */
  private isAsked = false;
  private readonly units = new Set<string>();

  take(record: JournalRecord): Finding[] {
    if (record._ === 'Tra') this.isAsked = false;
    const problems = record._ === 'log' ? this.heard(record) : this.problems(record);
    return problems.map((text) => ({ sq: record.SQ, text }));
  }

  end(state: State): Finding[] {
    const problems = this.count.end(state);
    const known = lastNumber(state);
    if (known !== this.number)
      problems.push(`numbers go on from ${known}, its records end with ${this.number}: some are missing`);
    if (textAt(state, KEYS.last) < this.last) problems.push('the last receipt is later than the state says');
    return problems.map((text) => ({ sq: 0, text }));
  }

  summary(): string {
    return `${this.registered} receipts registered at ${this.units.size} control units, ${this.count.reports} reports`;
  }

  /** What a manager has said about numbers, and what the unit was asked. */
  private heard({ Event, Last, Number: number, CashRegisterEvent }: JournalRecord): string[] {
    if (typeof CashRegisterEvent === 'string') this.count.event(CashRegisterEvent, 0);
    const isMissing = Event === 'device-asked' && this.isAsked;
    if (Event === 'device-asked') this.isAsked = true;
    if (Event === 'device-not-done') this.isAsked = false;
    if (isMissing) return ['what became of the receipt that the unit was asked for before is missing'];
    if (Event === CONFIRMED || Event === GAVE_UP) {
      const said = Number(Event === CONFIRMED ? Last : number);
      if (!Number.isSafeInteger(said) || said < this.number) return [`number ${said} was given before`];
      this.number = said;
    }
    return [];
  }

  private problems(record: JournalRecord): string[] {
    if (record._ !== 'Tra' || !record.ESR) return [];
    const esr = record.ESR as CompleteEsr;
    const place = placeOf(record);
    const sent = sentOf(record);
    const role = roleOf(esr);
    if (!place) return ['it has no place in the journal of the cash register'];
    // Versions before knew fewer events by their names.
    const isOlder = role.kind === 'event' && (place.event === EVENT.other || place.event === EVENT.proforma);
    if (place.event !== role.event && !isOlder)
      return [`it is kept as the event ${place.event}, and is ${role.event}`];
    if (role.kind === 'report') return this.count.report(place, role.report);
    const kind = kindOf(esr);
    if ((sent?.kind ?? null) !== kind)
      return [`it was registered as ${sent?.kind ?? 'nothing'}, and is ${kind ?? 'nothing'}`];
    if (sent) return this.receipt(record, esr, place, sent);
    if (role.kind === 'transaction') this.count.transaction(transactionOf(esr, place));
    else this.count.reported(place.event, esr);
    return [];
  }

  private receipt({ D, Fis }: JournalRecord, esr: CompleteEsr, place: SwedishEntry, sent: Sent): string[] {
    const { register, nr = 0, event } = place;
    this.registered++;
    this.units.add(sent.unit);
    const problems: string[] = [];
    if (nr !== this.number + 1)
      problems.push(`number ${nr} follows ${this.number}: receipts are missing or were numbered twice`);
    this.number = nr;
    if (esr.FN !== `${register}-${nr}`) problems.push(`its number ${esr.FN} is not ${register}-${nr}`);
    const of = (name: string) => Fis?.Tag?.find(({ Name }) => Name === name)?.Value ?? '';
    if (of('ControlUnit') !== sent.unit || of('ControlCode') !== sent.code)
      problems.push('control unit and code are not those that the unit gave');
    if (sent.kind === 'normal' && sent.code === '') problems.push('it has no control code');
    if (D > this.last) this.last = D;
    if (sent.kind === 'kopia') {
      this.count.event(event, sent.total);
      return problems;
    }
    const made = transactionOf(esr, place);
    const { total, negative, vat } = amountsOf(esr, made);
    const isSame =
      total === sent.total && negative === sent.negative && JSON.stringify(vat) === JSON.stringify(sent.vat);
    if (!isSame) problems.push('what was registered at the control unit is not what the receipt says');
    if (sent.kind === 'profo') this.count.event(event, minor(esr.T, 2));
    else this.count.transaction(made);
    return problems;
  }
}
