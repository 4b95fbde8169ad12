/**
 * What becomes of a receipt when its turn has come: *check, number, fiscalise,
 * commit, answer*. One after another; the next one is worked on while the one
 * before is being written.
 */
import type { StepDone } from '../countries/contract/device.ts';
import type { ReceiptContext } from '../countries/contract/fiscalise.ts';
import type { OwnReceipt, Work } from '../countries/contract/work.ts';
import { configuredTerminal } from '../receipt/cfg.ts';
import { terminal } from '../receipt/complete.ts';
import type { RecordType } from '../receipt/envelope.ts';
import type { Issue } from '../receipt/issue.ts';
import type { CashCount } from '../receipt/cash-count.ts';
import { reportKind, type ReportKind } from '../receipt/report.ts';
import type { CompleteEsr, Tra } from '../receipt/tra.ts';
import { Admission, type Admitted, type Special } from './admission.ts';
import { queued } from './deliveries/delivery-queue.ts';
import { DeviceStep, type Asking, type Given, type Settled, type Wanted } from './device/device-step.ts';
import { unfitForInvoice, withHandOver } from './invoices/invoice-wish.ts';
import type { Ledger } from './ledger.ts';
import { nextNumber } from './numbers.ts';
import { plainStep } from './open-transactions.ts';
import { success, withCardNotice } from './outcomes.ts';
import type { Numbered, RecordWriter } from './record-writer.ts';
import type { Records } from './records.ts';
import type { StepContext } from './receipt-checks.ts';
import { entryOf, newRecord, type Draft } from './receipt-record.ts';
import { disabled, registersNothing } from './refusals.ts';
import { Reports } from './reports/reports.ts';
import type { RegisterServices, Submission } from './requests.ts';
import { answered, refused, type Step } from './turns.ts';

/** The books of a register, and the work on them. Whoever calls has the register's turn. */
export class Pipeline {
  readonly rn: string;
  readonly services: RegisterServices;
  readonly ledger: Ledger;
  readonly records: Records;
  readonly reports: Reports;
  readonly writer: RecordWriter;
  /** Transactions that a fiscal device works or has worked on, until their outcome is known. */
  readonly atDevice = new Set<Tra>();
  readonly device = new DeviceStep(this);
  readonly admission = new Admission(this);
  /** No other register asks the device for receipts. */
  private isAlone = false;

  constructor(
    rn: string,
    services: RegisterServices,
    ledger: Ledger,
    records: Records,
    writer: RecordWriter,
  ) {
    this.rn = rn;
    this.services = services;
    this.ledger = ledger;
    this.records = records;
    this.writer = writer;
    this.reports = new Reports(rn, services.journal, ledger);
  }

  /** Takes a receipt. @param special how it came about, when no till has sent it as it is */
  async take(submission: Submission, stepContext: StepContext, special: Special = {}): Promise<Step> {
    const open = await this.settleDevice([submission], stepContext);
    const admitted = await this.admission.admit(submission, stepContext, special, open);
    return 'step' in admitted ? admitted.step : this.takeAdmitted(admitted, stepContext);
  }

  /** Numbers a receipt that was admitted, and gives it to the journal. */
  async takeAdmitted(admitted: Admitted, stepContext: StepContext): Promise<Step> {
    const { draft, kind } = admitted;
    try {
      const outcome = await this.fiscalise(draft, stepContext, kind);
      return this.concluded(admitted, outcome, stepContext);
    } catch (error) {
      this.atDevice.delete(draft.tra);
      throw error;
    }
  }

  /** What numbering has come to: the journal gets the receipt, or it is refused. */
  concluded(
    { draft: { tra, cash }, kind, refuse }: Admitted,
    outcome: Numbered | { issues: Issue[] },
    stepContext: StepContext,
  ): Step {
    const leaveDevice = () => void this.atDevice.delete(tra);
    const step =
      'issues' in outcome ? refuse(outcome.issues) : this.writeWith(kind, outcome, stepContext, cash);
    void step.done.then(leaveDevice, leaveDevice);
    return step;
  }

  /** Numbers a receipt with what the device has given for it. */
  async numberAsked(
    { draft, context }: Wanted,
    asked: Asking | null,
    stepContext: StepContext,
  ): Promise<Numbered | { issues: Issue[] }> {
    if (asked === null) return this.number(draft, stepContext, context);
    const given = await this.device.conclude(asked.key, await asked.outcome, stepContext);
    return 'issues' in given ? given : this.number(draft, stepContext, context, given);
  }

  /** Finds out what became of receipts that the device was asked for before; meanwhile it is at work. */
  async settleDevice(submissions: readonly Submission[], stepContext: StepContext): Promise<Settled | null> {
    if (!stepContext.country.device || !this.device.isOpen) return null;
    for (const { tra } of submissions) this.atDevice.add(tra);
    try {
      const settled = await this.device.settle(stepContext);
      this.admission.wereLate(settled.registered);
      return settled;
    } finally {
      for (const { tra } of submissions) this.atDevice.delete(tra);
    }
  }

  /** Keeps other registers from the device that this one shares with them. */
  private async aloneWithDevice({ country, services }: StepContext): Promise<() => void> {
    // A receipt that the country issues before another one is part of its turn.
    if (this.isAlone || !country.device?.alone) return () => undefined;
    const release = await country.device.alone(services);
    this.isAlone = true;
    return () => {
      this.isAlone = false;
      release();
    };
  }

  /** Lets the country do what a receipt needs first; each state change and receipt is durable before the next one. */
  private async prepare(
    tra: Tra,
    steps: AsyncGenerator<Work, Issue[], void> | null,
    stepContext: StepContext,
  ): Promise<Issue[]> {
    if (!steps) return [];
    this.atDevice.add(tra);
    for (;;) {
      const next = await steps.next();
      if (next.done) return next.value;
      const work = next.value;
      // Of the time of the receipt behind them, whose clock would seem to have gone back else.
      const { country, now } = stepContext;
      const step =
        'own' in work
          ? await this.takeOwn(work, stepContext)
          : 'ask' in work
            ? await this.writer.writeAsked(work, country)
            : this.writer.writeChange(work, country, now);
      const { Result } = await step.done;
      const isStored = 'own' in work ? Result.ErrorCode !== '#JOURNAL_FAILED' : Result.RC === 'OK';
      if (!isStored) return [this.writer.whyUnstored];
    }
  }

  /** Numbers and signs. */
  private async fiscalise(
    draft: Draft,
    stepContext: StepContext,
    report: ReportKind | null,
  ): Promise<Numbered | { issues: Issue[] }> {
    if (stepContext.country.device) this.atDevice.add(draft.tra);
    const leaveDevice = await this.aloneWithDevice(stepContext);
    try {
      return await this.fiscaliseAlone(draft, stepContext, report);
    } finally {
      leaveDevice();
    }
  }

  private async fiscaliseAlone(
    draft: Draft,
    stepContext: StepContext,
    report: ReportKind | null,
  ): Promise<Numbered | { issues: Issue[] }> {
    const { tra, esr, own } = draft;
    const { country } = stepContext;
    const isPlain = own === null && draft.invoice === null && report === null && !country.device;
    const context = { ...this.receiptContext(draft, stepContext), busy: isPlain && this.signsInRows };
    const preparation = own === null ? (country.prepare?.(esr, this.ledger, context) ?? null) : null;
    if (preparation) await this.ledger.signed();
    const unprepared = await this.prepare(tra, preparation, stepContext);
    if (unprepared.length > 0) return { issues: unprepared };
    if (report !== null) await this.gather(stepContext);
    if (!country.device) return this.number(draft, stepContext, context);
    const numbered = { ...esr, TN: nextNumber(esr, this.ledger, country, context).TN };
    const wanted = { draft, esr: numbered, context };
    const asked = await this.device.ask([wanted], stepContext);
    return 'issues' in asked ? asked : this.numberAsked(wanted, asked[0]!, stepContext);
  }

  /** Receipts that come at the same time are numbered together, and signed in a row behind that. */
  private get signsInRows(): boolean {
    return this.services.load.isBusy && this.ledger.signsInRows;
  }

  /**
   * Gives a receipt its number and its signature, or what that will be made of; again when a commit of another
   * register failed meanwhile.
   * @param given what a device has done for it
   */
  number(
    draft: Draft,
    { country, now, services }: StepContext,
    context: ReceiptContext,
    given?: Given,
  ): Promise<Numbered | { issues: Issue[] }> {
    const { tra, esr } = draft;
    return this.ledger.repeatAfterRollback(async () => {
      if (!context.busy) await this.ledger.signed();
      const numbers = nextNumber(esr, this.ledger, country, context);
      const pending = country.fiscalise({ ...esr, TN: numbers.TN }, this.ledger, {
        ...context,
        sq: this.ledger.nextSq,
        ...(given && { device: given.result }),
      });
      // The service's own key may sign on another thread; that is no device to wait for.
      if (pending instanceof Promise && !country.usesKey) this.atDevice.add(tra);
      const fiscal = pending instanceof Promise ? await pending : pending;
      if (fiscal.issues.length > 0) return { issues: fiscal.issues };
      const { unsigned: wanted } = fiscal;
      const unsigned = wanted && { wanted, previous: this.ledger.signatureBefore(wanted) };
      // Records are stored in their order.
      if (!unsigned) await this.ledger.signed();
      const unfit = unfitForInvoice(draft, country, fiscal);
      if (unfit) return { issues: [unfit] };
      const totals = services.attributes().flag('Fis_TotCheckout') ? this.ledger.totals : null;
      const head = this.writer.nextRecord('Tra', now);
      const entry = entryOf(draft, { country, head, numbers, fiscal, totals });
      Object.assign(entry.changes, given?.changes);
      if (fiscal.deliverBy !== undefined)
        Object.assign(entry.changes, queued(entry.record, fiscal.deliverBy, this.ledger));
      const whole = withHandOver(entry, draft, this.writer.lastRecords.get('Cfg')!, this.ledger);
      return unsigned ? { ...whole, unsigned } : whole;
    });
  }

  /** Journals the begin, an update or the end of a transaction that becomes no receipt (TraS, TraU, TraV). */
  async takeStep(
    type: Exclude<RecordType, 'Tra'>,
    tra: Tra,
    read: readonly string[],
    stepContext: StepContext,
  ): Promise<Step> {
    const { cfg, country, now, services } = stepContext;
    const { ESR, ...attributes } = tra;
    const at = terminal(ESR, configuredTerminal(cfg));
    const esr = { ...ESR, D: ESR.D ?? now };
    if (country.step) await this.ledger.settled();
    this.ledger.catchUp();
    const done: StepDone = country.step
      ? await country.step(type, { ...esr, ...at }, this.ledger, { ...services, sq: this.ledger.nextSq })
      : plainStep(type, esr, { at, now }, this.ledger, stepContext);
    this.ledger.catchUp();
    const { fis, changes, kept, notice: issue } = done;
    const warnings = [...read, ...done.warnings];
    if (done.issues.length > 0) return refused(done.issues, country, warnings);
    const { language } = country;
    const notice = issue && { issue, language };
    const record = newRecord(this.writer.nextRecord(type, now), attributes, {
      ESR: esr,
      Result: withCardNotice(success(warnings, notice), language),
      Fis: fis,
      ...(kept !== undefined && { Kept: kept }),
    });
    return this.writer.write({ record, sums: null, changes }, language);
  }

  /** What the country may use for a receipt. */
  receiptContext({ originals, own, cash }: Draft, { services }: StepContext): ReceiptContext {
    return { ...services, originals, own, cash, busy: false };
  }

  /** Issues a receipt of the country, unless there is nothing left to do now that its turn has come. */
  async takeOwn({ own, esr, due, refused: tell }: OwnReceipt, stepContext: StepContext): Promise<Step> {
    this.ledger.catchUp();
    if (!due(this.ledger)) return answered({ Result: { RC: 'OK' } });
    if (registersNothing(this.services)) {
      tell?.([disabled()]);
      return refused([disabled()], stepContext.country);
    }
    const submission = { tra: { ESR: esr }, warnings: [], restart: false };
    return this.take(submission, stepContext, { own: { kind: own, due, tell } });
  }

  /** Sums up the period until now, for a report. */
  private async gather({ country }: StepContext): Promise<void> {
    await this.ledger.settled();
    this.ledger.catchUp();
    await this.reports.gather(country.currency.digits);
  }

  /** A day that nobody closed is closed before the first transaction of the next one (`Fiscal_ZLaunch`). */
  async closeDay(esr: CompleteEsr, stepContext: StepContext): Promise<Issue[]> {
    const { now, services, country } = stepContext;
    if (!this.isNewDay(esr.D, services)) return [];
    await this.gather(stepContext);
    if (!this.reports.isOpen(this.writer.lastRecords.get('Tra'))) return [];
    const { TL, TT } = esr;
    const cause = { kind: 'Z' as const, head: this.writer.nextRecord('Rep', now), esr: { TL, TT, D: now } };
    const entry = this.reports.entry({ ...cause, digits: country.currency.digits }, null);
    const { Result } = await this.writer.write(entry, country.language).done;
    return Result.RC === 'OK' ? [] : [this.writer.whyUnstored];
  }

  /** True when a transaction makes a report, or has one made before it: much may have to be read for that. */
  needsReport({ ESR }: Tra, services: StepContext['services']): boolean {
    return reportKind(ESR) !== null || this.isNewDay(ESR.D ?? services.now, services);
  }

  private isNewDay(D: string, services: StepContext['services']): boolean {
    return services.attributes().flag('Fiscal_ZLaunch') && D.slice(0, 10) > this.writer.newestDay;
  }

  /** Gives a transaction to the journal, and the report it asks for right behind it: one commit takes both. */
  private writeWith(
    kind: ReportKind | null,
    entry: Numbered,
    stepContext: StepContext,
    cash: CashCount | null,
  ): Step {
    const { country, now } = stepContext;
    if (kind === null) return this.writer.write(entry, country.language);
    const step = this.writer.write(entry, country.language);
    const { record } = entry;
    const esr = record.ESR as CompleteEsr;
    const head = this.writer.nextRecord('Rep', now);
    const { currency, standardPayment } = country;
    const cause = { kind, head, esr, digits: currency.digits, cash, standardPayment };
    const report = this.writer.write(this.reports.entry(cause, record), country.language);
    return { done: report.done.then(() => step.done) };
  }
}
