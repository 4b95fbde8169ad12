/**
 * What becomes of a receipt when its turn has come: *check, number, fiscalise,
 * commit, answer*. One after another; the next one is worked on while the one
 * before is being written.
 */
import { localTime } from '../clock.ts';
import type { Country } from '../countries/contract/country.ts';
import type { OwnReceipt, StateChange, Work } from '../countries/contract/work.ts';
import type { Entry } from '../journal/row.ts';
import { answerOf } from '../receipt/answer.ts';
import type { Issue } from '../receipt/issue.ts';
import { reportKind, type ReportKind } from '../receipt/report.ts';
import { isNonFiscal, isTraining, type CompleteEsr, type JournalRecord, type Tra } from '../receipt/tra.ts';
import { checkNumber, checkOwnVoid, claimTerminal } from './receipt-checks.ts';
import { entryOf, type Draft } from './receipt-record.ts';
import { issuesOf, receive, type StepContext } from './receipt-checks.ts';
import type { Ledger } from './ledger.ts';
import { newRecord } from './receipt-record.ts';
import { nextNumber } from './numbers.ts';
import { duplicate, refusal } from './outcomes.ts';
import { causeOf, outageIssue } from './outage.ts';
import { mainOriginal, originalsOf } from './originals.ts';
import { PrintedReceipts } from './printed.ts';
import type { Records } from './records.ts';
import { clockBehind } from './register-time.ts';
import { Reports } from './reports.ts';
import type { RegisterServices, Submission } from './requests.ts';
import { disabled, registersNothing } from './refusals.ts';
import { answered, refused, type Step } from './turns.ts';
import { checkVoidHere, type MarkedReceipt } from './void-elsewhere.ts';

/** The books of a register, and the work on them. Whoever calls has the register's turn. */
export class Pipeline {
  readonly rn: string;
  readonly services: RegisterServices;
  readonly ledger: Ledger;
  readonly records: Records;
  readonly reports: Reports;
  /** The last record of each type. */
  readonly lastRecords = new Map<string, JournalRecord>();
  /** Transactions that a fiscal device works or has worked on, until their outcome is known. */
  readonly atDevice = new Set<Tra>();
  readonly printed = new PrintedReceipts();
  /** Why the last record that was to be written is not stored; null when it is. */
  lastFailure: Issue | null = null;
  /** The latest date of a transaction that was given to the journal, `YYYY-MM-DD`. */
  private latestDay = '';

  constructor(rn: string, services: RegisterServices, ledger: Ledger, records: Records) {
    this.rn = rn;
    this.services = services;
    this.ledger = ledger;
    this.records = records;
    this.reports = new Reports(rn, services.journal, ledger);
  }

  /**
   * @param special.own given for a receipt that the country issues itself
   * @param special.elsewhere given for the void of another machine's receipt
   */
  async take(
    { tra: sent, restart, warnings: read }: Submission,
    ground: StepContext,
    special: { own?: { kind: string; tell: OwnReceipt['refused'] }; elsewhere?: MarkedReceipt } = {},
  ): Promise<Step> {
    const { own, elsewhere } = special;
    const { country } = ground;
    const { tra, completed } = receive(sent, ground, own !== undefined);
    const refuse = (issues: readonly Issue[]) => {
      own?.tell?.(issues);
      return refused(issues, country, warnings);
    };
    if (restart) {
      const found = await this.records.registered(tra.ESR, completed.esr);
      if (found) return answered(duplicate(found, tra));
    }
    const warnings = [...read, ...completed.warnings];
    const issues = issuesOf(completed, ground);
    if (issues.length === 0 && !restart) {
      issues.push(...(await checkNumber(completed, this.ledger, this.records)));
    }
    if (issues.length > 0) return refuse(issues);
    const { stoppedBy, now } = ground;
    // Receipts that no law looks at may come in any order.
    const isOrdered = own !== undefined || isTraining(tra.ESR) || !isNonFiscal(tra.ESR);
    if (stoppedBy !== null && isOrdered) return refuse([clockBehind(stoppedBy, now)]);

    const claim = claimTerminal(this.rn, this.services.terminals, completed, ground);
    if (claim.issues.length > 0) return refuse(claim.issues);
    const { esr } = completed;
    const context = { ...ground.services, now, cfg: ground.cfg };
    const library = { records: this.records, state: this.ledger, country, context };
    const { originals, issues: unknown } = elsewhere
      ? { originals: [], issues: [] }
      : await originalsOf(esr, library);
    const voided = elsewhere
      ? checkVoidHere(elsewhere, this.ledger)
      : checkOwnVoid(esr, mainOriginal(originals), this.ledger, country);
    const before = this.ledger.nextSq;
    const refuseNumber = (because: readonly Issue[]) => {
      // What was done for the terminal already keeps it with this register.
      if (this.ledger.nextSq === before) claim.release();
      return refuse(because);
    };
    if (unknown.length > 0) return refuseNumber(unknown);
    if (voided.issues.length > 0) return refuseNumber(voided.issues);
    const kind = own ? null : reportKind(esr);
    const unclosed = own || kind === 'Z' ? [] : await this.closeDay(esr, ground);
    if (unclosed.length > 0) return refuseNumber(unclosed);
    const leaveDevice = () => void this.atDevice.delete(tra);
    try {
      const draft = { tra, esr, originals, voided, warnings, own: own?.kind ?? null };
      const outcome = await this.fiscalise(draft, ground, kind);
      const step = 'issues' in outcome ? refuseNumber(outcome.issues) : this.writeWith(kind, outcome, ground);
      void step.done.then(leaveDevice, leaveDevice);
      return step;
    } catch (error) {
      leaveDevice();
      throw error;
    }
  }

  /** Lets the country do what a receipt needs first; each state change and receipt is durable before the next one. */
  private async prepare(
    tra: Tra,
    steps: AsyncGenerator<Work, Issue[], void> | null,
    ground: StepContext,
  ): Promise<Issue[]> {
    if (!steps) return [];
    this.atDevice.add(tra);
    for (;;) {
      const next = await steps.next();
      if (next.done) return next.value;
      const work = next.value;
      const step = 'own' in work ? await this.takeOwn(work, ground) : this.writeChange(work, ground.country);
      const { Result } = await step.done;
      const isStored = 'own' in work ? Result.ErrorCode !== '#JOURNAL_FAILED' : Result.RC === 'OK';
      if (!isStored) return [this.lastFailure ?? outageIssue('#JOURNAL_FAILED', null)];
    }
  }

  /** Numbers and signs. */
  private async fiscalise(
    draft: Draft,
    ground: StepContext,
    report: ReportKind | null,
  ): Promise<Entry | { issues: Issue[] }> {
    const { tra, esr, originals, own } = draft;
    const { cfg, country, now, services } = ground;
    const context = { ...services, now, cfg, originals, own, busy: this.services.load.isBusy };
    const preparation = own === null ? (country.prepare?.(esr, this.ledger, context) ?? null) : null;
    const unprepared = await this.prepare(tra, preparation, ground);
    if (unprepared.length > 0) return { issues: unprepared };
    if (report !== null) await this.gather(ground);
    return this.ledger.repeatAfterRollback(async () => {
      const numbers = nextNumber(esr, this.ledger);
      const pending = country.fiscalise({ ...esr, TN: numbers.TN }, this.ledger, context);
      // The service's own key may sign on another thread; that is no device to wait for.
      if (pending instanceof Promise && !country.usesKey) this.atDevice.add(tra);
      const fiscal = pending instanceof Promise ? await pending : pending;
      if (fiscal.issues.length > 0) return { issues: fiscal.issues };
      const totals = services.attributes().flag('Fis_TotCheckout') ? this.ledger.totals : null;
      const head = this.nextRecord('Tra', now);
      return entryOf(draft, { country, head, numbers, fiscal, totals });
    });
  }

  /** Issues a receipt of the country, unless there is nothing left to do now that its turn has come. */
  async takeOwn({ own, esr, due, refused: tell }: OwnReceipt, ground: StepContext): Promise<Step> {
    this.ledger.catchUp();
    if (!due(this.ledger)) return answered({ Result: { RC: 'OK' } });
    if (registersNothing(this.services)) {
      tell?.([disabled()]);
      return refused([disabled()], ground.country);
    }
    const submission = { tra: { ESR: esr }, warnings: [], restart: false };
    return this.take(submission, ground, { own: { kind: own, tell } });
  }

  writeChange(stateChange: StateChange, country: Country): Step {
    this.ledger.catchUp();
    const changes = stateChange.changes(this.ledger);
    if (changes === null) return answered({ Result: { RC: 'OK' } });
    const now = this.nextRecord('log', localTime(this.services.clock.now()));
    const record = newRecord(now, { Event: stateChange.event, ...stateChange.details }, {});
    return this.write({ record, sums: null, changes }, country.language);
  }

  /** Sums up the period until now, for a report. */
  private async gather({ country }: StepContext): Promise<void> {
    await this.ledger.settled();
    this.ledger.catchUp();
    await this.reports.gather(country.currency.digits);
  }

  /** A day that nobody closed is closed before the first transaction of the next one (`Fiscal_ZLaunch`). */
  private async closeDay(esr: CompleteEsr, ground: StepContext): Promise<Issue[]> {
    const { now, services, country } = ground;
    if (!this.isNewDay(esr.D, services)) return [];
    await this.gather(ground);
    if (!this.reports.isOpen(this.lastRecords.get('Tra') ?? null)) return [];
    const { TL, TT } = esr;
    const cause = { kind: 'Z' as const, head: this.nextRecord('Rep', now), esr: { TL, TT, D: now } };
    const entry = this.reports.entry({ ...cause, digits: country.currency.digits }, null);
    const { Result } = await this.write(entry, country.language).done;
    return Result.RC === 'OK' ? [] : [this.lastFailure ?? outageIssue('#JOURNAL_FAILED', null)];
  }

  /** True when a transaction makes a report, or has one made before it: much may have to be read for that. */
  needsReport({ ESR }: Tra, now: string, services: StepContext['services']): boolean {
    return reportKind(ESR) !== null || this.isNewDay(ESR.D ?? now, services);
  }

  private isNewDay(D: string, services: StepContext['services']): boolean {
    return services.attributes().flag('Fiscal_ZLaunch') && D.slice(0, 10) > this.newestDay;
  }

  /** Gives a transaction to the journal, and the report it asks for right behind it: one commit takes both. */
  private writeWith(kind: ReportKind | null, entry: Entry, ground: StepContext): Step {
    const { country, now } = ground;
    if (kind === null) return this.write(entry, country.language);
    const step = this.write(entry, country.language);
    const { record } = entry;
    const esr = record.ESR as CompleteEsr;
    const cause = { kind, head: this.nextRecord('Rep', now), esr, digits: country.currency.digits };
    const report = this.write(this.reports.entry(cause, record), country.language);
    return { done: report.done.then(() => step.done) };
  }

  /** The latest date of a transaction, `YYYY-MM-DD`; empty before the first one. */
  private get newestDay(): string {
    const last = this.lastRecords.get('Tra')?.ESR?.D?.slice(0, 10) ?? '';
    return last > this.latestDay ? last : this.latestDay;
  }

  /** Gives the record to the journal; what was printed meanwhile goes with it. */
  write({ record, sums, changes }: Entry, language: string): Step {
    const prints = this.printed.pending(this.ledger);
    const entry = { record, sums, changes: { ...changes, ...prints.changes } };
    if (record._ === 'Tra') this.latestDay = [this.newestDay, record.ESR!.D!.slice(0, 10)].sort()[1]!;
    const done = this.ledger.write(entry).then(
      () => {
        prints.stored();
        this.lastRecords.set(record._, record);
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

  nextRecord(_: string, D: string): Pick<JournalRecord, '_' | 'SQ' | 'RN' | 'D'> {
    return { _, SQ: this.ledger.nextSq, RN: this.rn, D };
  }
}
