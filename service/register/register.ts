/** One register: what can be asked of it, each thing in its turn. */
import { localTime } from '../clock.ts';
import type { Country } from '../countries/contract/country.ts';
import type { CountryContext } from '../countries/contract/services.ts';
import type { State } from '../countries/contract/state.ts';
import { countryFor } from '../countries/register-currency.ts';
import { type Cfg } from '../receipt/cfg.ts';
import { RECORD_TYPES, type RecordType } from '../receipt/envelope.ts';
import type { Issue } from '../receipt/issue.ts';
import type { Esr, JournalRecord, Tra, TraC } from '../receipt/tra.ts';
import { issuesOf, receive, type StepContext } from './receipt-checks.ts';
import { Deliveries } from './deliveries/deliveries.ts';
import { DeliveryQueue } from './deliveries/delivery-queue.ts';
import { HandOverQueue } from './invoices/hand-over-queue.ts';
import { HandOvers, withInvoiceOf } from './invoices/hand-overs.ts';
import { Ledger } from './ledger.ts';
import { ReceiptPrints } from './paper/receipt-prints.ts';
import { Configuration } from './configuration.ts';
import { RecordWriter } from './record-writer.ts';
import { RegisterAnswers } from './register-answers.ts';
import type { RegisterParts } from './register-parts.ts';
import { RegisterVoids } from './voids/register-voids.ts';
import { RegisterWrites } from './register-writes.ts';
import { DocumentedFiles } from './repo/documented-files.ts';
import { numberedTerminals } from './numbers.ts';
import { brokenOff, refusal } from './outcomes.ts';
import { Pipeline } from './pipeline.ts';
import { Records, type ReceiptNumber } from './records.ts';
import { stoppedBy, timeOfSale } from './register-time.ts';
import type { RegisterServices, Submission, VoidRequest } from './requests.ts';
import { disabled, notConfigured, overloaded, registersNothing } from './refusals.ts';
import { answered, Turns, type Step } from './turns.ts';
import { Together } from './device/together.ts';
import { Totals } from './reports/totals.ts';
import { voidOf } from './voids/voids.ts';

/** A sale behind these would wait for longer than tills do (10 s), when signing takes as long as it may. */
const MOST_WAITING = 1000;

/** A register with its state in memory. */
export class Register {
  /** Register name. */
  readonly rn: string;
  private readonly services: RegisterServices;
  private readonly ledger: Ledger;
  private readonly records: Records;
  private readonly writer: RecordWriter;
  private readonly pipeline: Pipeline;
  private readonly together: Together;
  private readonly turns: Turns<Submission>;
  readonly configuration: Configuration;
  readonly writes: RegisterWrites;
  readonly answers: RegisterAnswers;
  readonly voids: RegisterVoids;
  readonly prints: ReceiptPrints;
  /** Versions of the POS's files. */
  readonly files: DocumentedFiles;
  private readonly queue: DeliveryQueue;
  private readonly deliveries: Deliveries;
  /** Invoices that have still to be handed over. */
  readonly invoiceQueue: HandOverQueue;
  readonly handOvers: HandOvers;

  private constructor(rn: string, services: RegisterServices, ledger: Ledger) {
    this.rn = rn;
    this.services = services;
    this.ledger = ledger;
    this.records = new Records(rn, services.journal, ledger);
    this.writer = new RecordWriter(rn, services, ledger);
    this.pipeline = new Pipeline(rn, services, ledger, this.records, this.writer);
    const parts = this.parts();
    this.writes = new RegisterWrites(parts);
    this.voids = new RegisterVoids(parts);
    this.prints = new ReceiptPrints(parts);
    this.files = new DocumentedFiles(parts);
    this.queue = new DeliveryQueue(ledger);
    const at = () => {
      const { country, context } = this;
      return country && context && { country, context };
    };
    const isOwner = () => services.isOwner?.() ?? true;
    this.deliveries = new Deliveries({
      ...{ rn, journal: services.journal, queue: this.queue, at, isOwner },
      write: (record, changes) => this.writes.record(record, changes),
      writeLate: (Of, fis, changes) =>
        this.writes.about(fis.EInvoice === undefined ? null : Of, (_, standing) => ({
          record: { _: 'Fis', Of, Fis: withInvoiceOf(standing, fis) },
          changes: changes(),
        })),
      goOn: () => services.lookAfter?.(rn),
    });
    this.answers = new RegisterAnswers(parts, this.queue, this.deliveries);
    this.invoiceQueue = new HandOverQueue(ledger);
    this.handOvers = new HandOvers({
      ...{ rn, journal: services.journal, queue: this.invoiceQueue, at, isOwner },
      eInvoicing: services.eInvoicing,
      write: (of, make) => this.writes.about(of, make),
    });
    this.turns = new Turns<Submission>((error) => {
      services.log.error(`register ${rn}: unexpected failure`, error);
      return brokenOff(error, this.country?.language ?? 'en');
    });
    this.configuration = new Configuration(parts, this.turns);
    this.together = new Together(this.pipeline, this.turns, () => this.stepContext);
  }

  private parts(): RegisterParts {
    const { rn, services, ledger, records, writer, pipeline } = this;
    const cfg = () => this.cfg;
    const country = () => this.country;
    const context = () => this.context;
    return {
      ...{ rn, services, ledger, records, writer, pipeline },
      get cfg() {
        return cfg();
      },
      get country() {
        return country();
      },
      get context() {
        return context();
      },
      inTurn: (step) => this.inTurn(step),
      selling: (step) => this.selling(() => this.inTurn(step)),
      journalChange: (change) => this.writes.change(change),
    };
  }

  /** Loads a register from the journal, or starts an empty one. */
  static async open(rn: string, services: RegisterServices): Promise<Register> {
    const { journal } = services;
    const state = await journal.state(rn);
    const last = await journal.last(rn);
    const totals = new Totals(await journal.totalByDay(rn));
    const register = new Register(
      rn,
      services,
      new Ledger(journal, last?.SQ ?? 0, state, totals, services.signingRows),
    );
    for (const type of ['Cfg', 'Rep', ...RECORD_TYPES]) {
      const record = await journal.last(rn, type);
      if (record) register.writer.lastRecords.set(record);
    }
    return register;
  }

  /** Makes the register the owner of all terminals that it has numbered and that have none. */
  claimTerminals(): void {
    const { cfg, rn, services } = this;
    if (!cfg) return;
    for (const { TL, TT } of numberedTerminals(this.ledger.keys()))
      services.terminals.claim({ cfg, TL, TT }, rn);
  }

  /** Sequence number of the next record. */
  get nextSq(): number {
    return this.ledger.nextSq;
  }

  /** A register that has no configuration and refuses every transaction; it never looks into the journal. */
  static unconfigured(rn: string, services: RegisterServices): Register {
    return new Register(rn, services, new Ledger(services.journal));
  }

  /** A register that only stands for one that does not exist yet: good for previews, never to be submitted to. */
  static imagined(rn: string, services: RegisterServices, cfg: Cfg): Register {
    const register = Register.unconfigured(rn, services);
    const D = localTime(services.clock.now());
    register.writer.lastRecords.set({ _: 'Cfg', SQ: 0, RN: rn, D, Cfg: cfg });
    return register;
  }

  /** The configuration in force, null before the first one. */
  get cfg(): Cfg | null {
    return (this.lastCfg?.Cfg as Cfg | undefined) ?? null;
  }

  /** The last configuration record. */
  get lastCfg(): JournalRecord | null {
    return this.lastOf('Cfg');
  }

  /** The last transaction that was registered. */
  get last(): JournalRecord | null {
    return this.lastOf('Tra');
  }

  /** The last Z, and whether a transaction was registered since; null before the first one. */
  get closing(): { number: number; isOpen: boolean } | null {
    return this.pipeline.reports.closing(this.last);
  }

  /** The country module, null before the first configuration. */
  get country(): Country | null {
    return this.cfg ? countryFor(this.cfg) : null;
  }

  /** When its till was last heard of, local time; empty for never. */
  get activity(): string {
    const times = ['Cfg', ...RECORD_TYPES].map((type) => this.lastOf(type)?.D ?? '');
    return times.reduce((newest, time) => (time > newest ? time : newest));
  }

  /** This machine only signs for others (profile attribute `Register_disable`). */
  get registersNothing(): boolean {
    return registersNothing(this.services);
  }

  /** The last record of a type, null when there is none in memory. */
  lastOf(type: string): JournalRecord | null {
    return this.writer.lastRecords.get(type);
  }

  /** Everything the register goes on from, with what is being written. */
  get state(): State {
    return this.ledger;
  }

  /** What the country may use now; null before the first configuration. */
  get context(): CountryContext | null {
    const { cfg, country, rn, services } = this;
    if (!cfg) return null;
    // With the attributes as they are for this register.
    const attributes = () => services.attributes(rn);
    const fiscalPrinter = () => services.fiscalPrinter?.(rn) ?? null;
    const context = { ...services, attributes, fiscalPrinter, cfg, now: localTime(services.clock.now()) };
    if (!country?.delivery) return context;
    return {
      ...context,
      deliveries: () => this.deliveries.status(context),
      deliverNow: () => this.deliveries.late(new AbortController().signal, true),
      record: (sq) => services.journal.bySq(rn, sq),
      receipt: (TN) => this.records.byNumber({ TL: undefined, TT: undefined, TN }, cfg),
    };
  }

  /** The time of the last document while the clock is so far behind it that nothing is registered, else null. */
  get stoppedBy(): string | null {
    return this.stepContext?.stoppedBy ?? null;
  }

  /** What a step works with now; null before the first configuration. */
  private get stepContext(): StepContext | null {
    const { country, context: services } = this;
    if (!country || !services) return null;
    const { cfg, now, clock } = services;
    const last = country.lastTimes?.(this.ledger, services) ?? null;
    return {
      cfg,
      country,
      now,
      D: timeOfSale(now, last, clock),
      stoppedBy: stoppedBy(last, clock),
      services,
    };
  }

  /** SQ of the void that took this receipt back as a whole, null when there is none. */
  voidOf(record: JournalRecord): number | null {
    return this.country && voidOf(record, this.ledger, this.country.currency.digits);
  }

  /** True when a void took this receipt back as a whole. */
  wasVoided(record: JournalRecord): boolean {
    return this.voidOf(record) !== null;
  }

  /** True while a transaction is with a fiscal device, and until it is stored: the last one is the one before. */
  get deviceAtWork(): boolean {
    return this.pipeline.atDevice.size > 0;
  }

  /** How many receipts the authority has still to be told of. */
  get undelivered(): number {
    return this.queue.length;
  }

  /** Tells the authority of what waits, as long as it answers. */
  async deliver(stop: AbortSignal): Promise<void> {
    if (this.country?.delivery && !this.registersNothing) await this.deliveries.late(stop);
  }

  /** A receipt by its number, as it stands; location and terminal default to the register's own. */
  receiptOf(number: ReceiptNumber): Promise<JournalRecord | null> {
    return this.cfg ? this.records.byNumber(number, this.cfg) : Promise.resolve(null);
  }

  /** Has its invoices handed over, apart from all else. */
  handOverSoon(): void {
    this.services.handOverSoon?.(this.rn);
  }

  /** Why the last record that was to be written is not stored; null when it is. */
  get failure(): Issue | null {
    return this.writer.lastFailure;
  }

  /** Resolves when everything that was asked for so far is stored or refused. */
  async settled(): Promise<void> {
    await this.turns.take(() => answered({ Result: { RC: 'OK' } }));
    await this.ledger.settled();
  }

  /** Registers a transaction. Resolves when the outcome is durable; never rejects. */
  submit(sent: Submission): Promise<TraC> {
    const submission = { ...sent, tra: this.protectedTra(sent.tra) };
    const { reports } = this.pipeline;
    const take = () => this.take(submission);
    if (!reports.isFarBehind) return take();
    const { country, context } = this;
    if (!country || !context || !this.pipeline.needsReport(submission.tra, context)) return take();
    // What fails here fails again in its turn.
    return reports.gather(country.currency.digits).then(take, take);
  }

  private take(submission: Submission): Promise<TraC> {
    const answer = this.selling(
      () =>
        (this.country?.device?.together && this.together.turnOf(submission)) ??
        // Numbered ahead of what is still being signed; all that is not as plain as a sale waits for that.
        this.inTurn((stepContext) => this.pipeline.take(submission, stepContext), true),
    );
    return answer.then((sold) => {
      if (sold.Fis?.EInvoice !== undefined) this.handOverSoon();
      return this.answers.handled(sold);
    });
  }

  /** Completes and checks a transaction without registering it: no number, no signature, nothing stored. */
  preview(tra: Tra, warnings: string[]): { record: JournalRecord; cfg: Cfg } | { refused: TraC } {
    const { stepContext } = this;
    if (!stepContext) return { refused: notConfigured() };
    const { cfg, country, now: D } = stepContext;
    const { completed } = receive(this.protectedTra(tra), stepContext);
    const issues = issuesOf(completed, stepContext);
    if (issues.length > 0) {
      return { refused: refusal('BAD', issues, country.language, [...warnings, ...completed.warnings]) };
    }
    return { record: { _: 'Tra', SQ: 0, RN: this.rn, D, ESR: completed.esr }, cfg };
  }

  /** Journals the start, an update or the end of a transaction that becomes no sale (TraS, TraU, TraV). */
  submitStep(type: Exclude<RecordType, 'Tra'>, tra: Tra, warnings: string[]): Promise<TraC> {
    const safe = this.protectedTra(tra);
    return this.selling(() =>
      this.inTurn((stepContext) => this.pipeline.takeStep(type, safe, warnings, stepContext)),
    );
  }

  /** Without what the country lets nobody keep ({@link Country.protect}). */
  private protectedEsr<E extends Partial<Esr>>(ESR: E): E {
    const { country, context } = this;
    return context && country?.protect ? (country.protect(ESR, context) as E) : ESR;
  }

  private protectedTra(tra: Tra): Tra {
    const { ESR, ...attributes } = tra;
    const safe = this.protectedEsr(ESR);
    return { ...this.protectedEsr(attributes), ESR: safe };
  }

  /** Registers the void of a whole receipt, of this register or of another machine's. */
  async void(request: VoidRequest): Promise<TraC> {
    const original = request.original && this.protectedEsr(request.original);
    const sender = this.protectedEsr(request.sender);
    const { Rsn: reason } = this.protectedEsr({
      ...(request.reason !== undefined && { Rsn: request.reason }),
    });
    const answer = this.answers.handled(await this.voids.take({ ...request, original, sender, reason }));
    this.note('Void', original, answer);
    return answer;
  }

  /**
   * Writes down what became of a transaction if it was refused, or whatever became of it
   * (profile attribute `Fiscal_Log`).
   * @param ESR null for one that could not be read
   */
  note(Type: string, ESR: Esr | null, TraC: TraC): void {
    if (!this.cfg) return;
    if (TraC.Result.RC === 'OK' && !this.services.attributes(this.rn).flag('Fiscal_Log')) return;
    this.services.transactionLog?.note(this.rn, { Type, ESR: ESR && this.protectedEsr(ESR), TraC });
  }

  /** A turn for a sale, unless too many wait for theirs, or this machine registers none (`Register_disable`). */
  private selling(turn: () => Promise<TraC>): Promise<TraC> {
    const { waiting } = this.turns;
    const no = this.registersNothing ? disabled() : waiting >= MOST_WAITING ? overloaded(waiting) : null;
    if (no === null) {
      const answer = this.services.load.with(turn);
      return this.country?.delivery ? answer.then((sold) => this.answers.told(sold)) : answer;
    }
    return Promise.resolve(refusal('NO', [no], this.country?.language ?? 'en'));
  }

  /**
   * A step that needs a configuration.
   * @param ahead it does not look at signatures: those before may still be to be made
   */
  private inTurn(step: (stepContext: StepContext) => Promise<Step>, ahead = false): Promise<TraC> {
    return this.turns.take(async () => {
      if (!ahead) await this.ledger.signed();
      this.ledger.catchUp();
      const { stepContext } = this;
      return stepContext ? step(stepContext) : answered(notConfigured());
    });
  }
}
