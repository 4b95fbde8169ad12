/**
 * The audit of a journal of a cash register: transactions are made anew of their receipts, held
 * against the signed texts, and counted anew for the reports.
 */
import { isTree } from '../../../receipt/tree.ts';
import { readCfg, type Cfg } from '../../../receipt/cfg.ts';
import { minor } from '../../../receipt/money.ts';
import type { CompleteEsr, JournalRecord } from '../../../receipt/tra.ts';
import { chainEnd } from '../chain.ts';
import type { AuditContext, Auditor, Finding } from '../../contract/audit.ts';
import type { State } from '../../contract/state.ts';
import { keysOf, type Keys } from './books.ts';
import { EVENT } from './codes.ts';
import { entryOf, type Entry } from './entry.ts';
import { FIRST } from './fiscalise.ts';
import type { JournalLaw } from './law.ts';
import { textOf } from './texts.ts';
import { Recount } from './recount.ts';
import { roleOf } from './role.ts';
import { givenUp } from './steps.ts';
import { transactionOf } from './transaction.ts';

/** {@link CountryAudit.audit} of a country with such a journal. */
export function journalAudit(law: JournalLaw): (context?: Partial<AuditContext>) => Auditor {
  return (context = {}) => new JournalAudit(law, context);
}

class JournalAudit implements Auditor {
  private readonly law: JournalLaw;
  private readonly keys: Keys;
  private readonly context: Partial<AuditContext>;
  private readonly shown = new Map<number, string>();
  private cfg: Cfg | null = null;
  private register = '';
  private number = 0;
  private signature = FIRST;
  private readonly count: Recount;
  private signatures = 0;
  /** Signatures whose secret is not at hand. */
  private unverified = 0;

  constructor(law: JournalLaw, context: Partial<AuditContext>) {
    this.law = law;
    this.keys = keysOf(law.country);
    this.count = new Recount(this.keys);
    this.context = context;
  }

  take(record: JournalRecord): Finding[] {
    return this.problems(record).map((text) => ({ sq: record.SQ, text }));
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    const find = (text: string) => findings.push({ sq: 0, text });
    const { number, signature } = chainEnd(state, this.keys.chain);
    if (number !== this.number)
      find(`the chain goes on from number ${number}, its records end with ${this.number}: some are missing`);
    else if (number > 0 && signature !== this.signature)
      find(`the chain goes on from another signature than that of number ${number}`);
    for (const text of this.count.end(state)) find(text);
    return findings;
  }

  summary(): string {
    const counted = (n: number) => n.toLocaleString('en-US');
    const left =
      this.unverified === 0 ? '' : `, without the secret to verify them ${counted(this.unverified)}`;
    return `signatures that fit ${counted(this.signatures)}${left}, reports ${counted(this.count.reports)}`;
  }

  private problems(record: JournalRecord): string[] {
    if (isTree(record.Cfg)) {
      const read = readCfg({ Cfg: record.Cfg });
      if ('cfg' in read && read.cfg.Cmp) this.cfg = { ...read.cfg, Cmp: read.cfg.Cmp };
    }
    if (record._ === 'log' && record.Event === 'restored') this.begin();
    if (record._ === 'log') return this.counted(record);
    if (record._ === 'TraV' && record.ESR && entryOf(record)) this.count.correction(givenUp(record.ESR));
    if (record._ !== 'Tra' || !record.ESR) return [];
    const place = entryOf(record);
    if (!place) return ['it has no place in the journal of the cash register'];
    const esr = record.ESR as CompleteEsr;
    const role = roleOf(esr);
    // Versions before knew fewer events by their names.
    const isOlder = role.kind === 'event' && (place.event === EVENT.other || place.event === EVENT.proforma);
    if (place.event !== role.event && !isOlder)
      return [`it is kept as the event ${place.event}, and is ${role.event}`];
    if (role.kind === 'transaction') return this.transaction(record, esr, place);
    if (role.kind === 'report') return this.count.report(place, role.report);
    if (place.copied) this.count.event(place.event, place.copied.amount);
    else this.count.reported(place.event, esr);
    return [];
  }

  /** A restored register is another one, with a chain of its own. */
  private begin(): void {
    this.number = 0;
    this.signature = FIRST;
    this.register = '';
  }

  /** A copy that was printed again. */
  private counted(record: JournalRecord): string[] {
    if (typeof record.CashRegisterEvent === 'string')
      this.count.event(record.CashRegisterEvent, minor(textOf(record.Amount) || '0', 2));
    return [];
  }

  private transaction(record: JournalRecord, esr: CompleteEsr, place: Entry): string[] {
    const { Fis } = record;
    const { register, nr = 0, key = 0, shown } = place;
    const problems: string[] = [];
    if (shown !== undefined) this.shown.set(key, shown);
    if (this.register !== '' && register !== this.register)
      problems.push(`it is of the cash register ${register}, those before of ${this.register}`);
    if (nr !== this.number + 1)
      problems.push(`number ${nr} follows ${this.number}: transactions are missing or were numbered twice`);
    const made = transactionOf(esr, place);
    const company = this.cfg ? this.law.company(this.cfg) : '';
    const text = this.law.text({ transaction: made, nr, sq: record.SQ, register }, this.signature, company);
    const [payload, signature] = [textOf(Fis?.Payload), textOf(Fis?.Signature)];
    if (payload !== text) problems.push('what was signed is not what the receipt says');
    if (esr.FN !== `${register}-${nr}`) problems.push(`its number ${esr.FN} is not that of the chain, ${nr}`);
    const by = this.shown.get(key);
    const fits = by === undefined ? false : this.law.verify(payload, signature, by, this.context);
    if (by === undefined) problems.push(`version ${key} of the key is not known`);
    else if (fits === false) problems.push('the signature does not fit its text');
    else if (fits) this.signatures++;
    else this.unverified++;
    [this.register, this.number, this.signature] = [register, nr, signature];
    this.count.transaction(made);
    return problems;
  }
}
