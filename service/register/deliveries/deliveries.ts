/**
 * Tells the authority of receipts: within the request while it answers in time,
 * else from the queue, oldest first. No receipt is told twice at the same time, and
 * what the authority gave becomes a record of its own (`Fis`) that refers to it.
 */
import path from 'node:path';
import { localTime } from '../../clock.ts';
import type { Country } from '../../countries/contract/country.ts';
import type { Delivered, DeliveryStatus, SaleDelivery } from '../../countries/contract/delivery.ts';
import type { CountryContext } from '../../countries/contract/services.ts';
import type { Journal } from '../../journal/journal.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Fis, JournalRecord } from '../../receipt/tra.ts';
import { Attempts } from '../invoices/attempts.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { withInvoiceOf } from '../invoices/hand-overs.ts';
import { RetryFiles } from './retry-files.ts';

/** How long the authority has for a receipt whose sale is over, ms. */
const LATE_PATIENCE_MS = 30_000;

/** Receipts of a register that are told at the same time. */
const SIDE_BY_SIDE = 4;

/** What a receipt has now, or why it has nothing yet. */
export type Told = { fis: Fis } | { issue: Issue };

/** What a register does for its deliveries. */
export interface DeliveryWork {
  readonly rn: string;
  readonly journal: Journal;
  readonly queue: DeliveryQueue;
  /** The country, with what it may use now; null before the first configuration. */
  at(): { country: Country; context: CountryContext } | null;
  /** Writes a record with a state change in a turn of its own; false when it could not be stored. */
  write(
    record: Partial<JournalRecord> & { _: string },
    changes: () => ReturnType<DeliveryQueue['without']>,
  ): Promise<boolean>;
  /** The same for late fiscal data, with what the receipt's standing ones say of its invoice. */
  writeLate(sq: number, fis: Fis, changes: () => ReturnType<DeliveryQueue['without']>): Promise<boolean>;
  /** There is more to tell, and somebody who answers. */
  goOn(): void;
  /** No other instance can be telling the same by now. */
  isOwner(): boolean;
}

/** The deliveries of one register. */
export class Deliveries {
  private readonly work: DeliveryWork;
  /** Receipts that the authority is being told of. */
  private readonly underWay = new Map<number, Promise<Told>>();
  private files: RetryFiles | null = null;
  /** Several that are told at once. */
  private batch: Promise<void> | null = null;

  constructor(work: DeliveryWork) {
    this.work = work;
  }

  /** Tells the authority of a receipt whose sale waits; null for one that need not be told. */
  async now(sq: number): Promise<Told | null> {
    const at = this.work.at();
    const delivery = at?.country.delivery;
    // What is being told of has left the queue as soon as its outcome is on its way to the disk.
    if (!delivery || (this.work.queue.without(sq) === null && !this.underWay.has(sq))) return null;
    const { context } = at;
    if (!('deliver' in delivery)) {
      if (delivery.mayTell(this.work.queue.length, context)) this.work.goOn();
      return null;
    }
    const attempts = attemptsOf(context);
    if (attempts.failure && !attempts.mayTry(context.clock.now())) {
      void this.show();
      return { issue: offline(attempts.failure.text) };
    }
    const usual = typeof delivery.patience === 'number' ? delivery.patience : delivery.patience(context);
    const patience = context.attributes().number('Fiscal_Timeout', usual);
    const told = await this.tell(sq, false, AbortSignal.timeout(patience));
    if (!('fis' in told)) void this.show();
    return told;
  }

  /**
   * Tells the authority of all that waits, as long as it answers.
   * @param atOnce even if it has not answered just before
   */
  async late(stop: AbortSignal, atOnce = false): Promise<void> {
    const first = this.work.at();
    if (atOnce && first) attemptsOf(first.context).forget();
    if (first?.country.delivery && !('deliver' in first.country.delivery)) {
      await this.together(stop);
      return this.show();
    }
    if (first?.country.delivery && 'deliver' in first.country.delivery && first.country.delivery.several)
      await this.severalAtOnce(first.country.delivery.several, stop);
    const waiting = this.work.queue.waiting.values();
    const lane = async () => {
      for (const { sq } of waiting) {
        const at = this.work.at();
        if (stop.aborted || !at || !attemptsOf(at.context).mayTry(at.context.clock.now())) return;
        await this.tell(sq, true, AbortSignal.any([stop, AbortSignal.timeout(LATE_PATIENCE_MS)]));
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
    await this.show();
  }

  /** Tells the authority of what waits, several at once; what is left over is told one by one. */
  private async severalAtOnce(
    { most, deliverAll }: NonNullable<SaleDelivery['several']>,
    stop: AbortSignal,
  ): Promise<void> {
    const { queue, journal, rn } = this.work;
    for (let asked = new Set<number>(); ;) {
      const at = this.work.at();
      if (stop.aborted || !at || !this.work.isOwner()) return;
      if (!attemptsOf(at.context).mayTry(at.context.clock.now())) return;
      // What was refused is told by itself, so that it keeps nothing else back.
      const next = queue.waiting.filter(
        ({ sq, refused }) => refused === null && !this.underWay.has(sq) && !asked.has(sq),
      );
      if (next.length < 2) return;
      const found: JournalRecord[] = [];
      for (const { sq } of next.slice(0, most)) {
        const record = await journal.bySq(rn, sq);
        if (record) found.push(record);
      }
      // A sale may be telling one of them by now.
      const records = found.filter(({ SQ }) => !this.underWay.has(SQ));
      const signal = AbortSignal.any([stop, AbortSignal.timeout(LATE_PATIENCE_MS)]);
      const delivered = deliverAll(records, at.context, { signal });
      const settled = records.map(async (record, i) => {
        const one = (await delivered)[i];
        return one ? this.settle(record, one, at.context) : { issue: offline('it is told next') };
      });
      for (const [i, { SQ }] of records.entries()) {
        this.underWay.set(SQ, settled[i]!);
        void settled[i]!.finally(() => this.underWay.delete(SQ));
      }
      await Promise.all(settled);
      const count = (await delivered).length;
      asked = new Set([...asked, ...records.slice(0, count).map(({ SQ }) => SQ)]);
      if (count === 0) return;
    }
  }

  /** Tells the authority of several records at once, oldest first, as long as it takes them. */
  private async together(stop: AbortSignal): Promise<void> {
    if (this.batch) return this.batch;
    this.batch = this.batches(stop).finally(() => (this.batch = null));
    return this.batch;
  }

  private async batches(stop: AbortSignal): Promise<void> {
    const { queue, journal, rn } = this.work;
    for (;;) {
      const at = this.work.at();
      const delivery = at?.country.delivery;
      if (stop.aborted || !at || !delivery || 'deliver' in delivery || !this.work.isOwner()) return;
      const { context } = at;
      const waiting = queue.waiting.filter(({ refused }) => refused === null);
      if (waiting.length === 0 || !attemptsOf(context).mayTry(context.clock.now())) return;
      if (!delivery.mayTell(waiting.length, context)) return;
      const records: JournalRecord[] = [];
      for (const { sq } of waiting.slice(0, delivery.most(context))) {
        const record = await journal.bySq(rn, sq);
        if (record) records.push(record);
      }
      const signal = AbortSignal.any([stop, AbortSignal.timeout(LATE_PATIENCE_MS)]);
      const delivered = await delivery.deliverAll(records, context, { signal });
      await Promise.all(delivered.map((one, i) => this.settle(records[i]!, one, context)));
      const isOver = delivered.length === 0 || delivered.some(({ outcome }) => outcome === 'unanswered');
      // What could not be noted would be told again without end.
      const isStuck = queue.waiting.some(({ sq, refused }) => sq === waiting[0]!.sq && refused === null);
      if (isOver || isStuck) return;
    }
  }

  /** Shows what waits as files. */
  private async show(): Promise<void> {
    const at = this.work.at();
    if (!at) return;
    const { rn, journal, queue } = this.work;
    const folder = path.join(path.dirname(journal.filesOf(rn)), 'retry');
    this.files ??= new RetryFiles(folder, (error) =>
      at.context.log.warn(`register ${rn}: ${folder} cannot be written: ${String(error)}`),
    );
    await this.files.show(
      () => queue.waiting,
      (sq) => journal.bySq(rn, sq),
    );
  }

  /** How it goes, for who looks after the register. */
  status(context: Omit<CountryContext, 'deliveries'>): DeliveryStatus {
    const { failure, answeredAt } = attemptsOf(context);
    return { waiting: this.work.queue.waiting, failure, answeredAt };
  }

  private tell(sq: number, late: boolean, signal: AbortSignal): Promise<Told> {
    const before = this.underWay.get(sq);
    if (before) return within(before, signal);
    const told = this.exchange(sq, late, signal).finally(() => this.underWay.delete(sq));
    this.underWay.set(sq, told);
    return told;
  }

  private async exchange(sq: number, late: boolean, signal: AbortSignal): Promise<Told> {
    const { queue, journal, rn } = this.work;
    const at = this.work.at();
    const receipt = queue.without(sq) && (await journal.bySq(rn, sq));
    const delivery = at?.country.delivery;
    if (!receipt || !delivery) return { issue: offline('it was told already') };
    const { context } = at;
    if (!this.work.isOwner()) return { issue: offline('another instance may have the register') };
    if (!('deliver' in delivery)) return { issue: offline('it is told together with others') };
    const delivered = await delivery.deliver(receipt, context, { late, signal });
    return this.settle(receipt, delivered, context);
  }

  /** Notes what came of telling the authority of a record. */
  private async settle(receipt: JournalRecord, delivered: Delivered, context: CountryContext): Promise<Told> {
    const { queue } = this.work;
    const sq = receipt.SQ;
    if (delivered.outcome === 'dropped') {
      const note = { _: 'log', Event: 'delivery-dropped', Of: sq, Reason: delivered.text };
      await this.work.write(note, () => queue.without(sq));
      return { issue: offline(delivered.text) };
    }
    const attempts = attemptsOf(context);
    const now = context.clock.now();
    if (delivered.outcome === 'unanswered') {
      attempts.failed(now, delivered.text);
      return { issue: offline(delivered.text) };
    }
    const wasSilent = attempts.failure !== null;
    attempts.succeeded(now);
    if (delivered.outcome === 'refused') {
      const refused = { at: localTime(now), text: delivered.issue.text };
      const note = { _: 'log', Event: 'authority-refused', Of: sq, Reason: refused.text };
      await this.work.write(note, () => queue.refused(sq, refused));
      return { issue: delivered.issue };
    }
    const fis = withInvoiceOf(receipt.Fis, delivered.fis);
    const isStored = await this.work.writeLate(delivered.of ?? sq, fis, () => {
      const told = queue.without(sq);
      return told && { ...told, ...delivered.changes };
    });
    if (wasSilent && queue.length > 0) this.work.goOn();
    return isStored ? { fis } : { issue: offline('its answer could not be stored') };
  }
}

/** What comes of telling a receipt that another one tells; whoever waits less long than that one hears so. */
function within(told: Promise<Told>, signal: AbortSignal): Promise<Told> {
  const { promise, resolve } = Promise.withResolvers<Told>();
  const giveUp = () => resolve({ issue: offline('it is being told') });
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp, { once: true });
  void told.finally(() => signal.removeEventListener('abort', giveUp)).catch(() => undefined);
  return Promise.race([told, promise]);
}

/** How the authority has answered for the company of a register. */
function attemptsOf({ memory, cfg }: Omit<CountryContext, 'deliveries'>): Attempts {
  return Attempts.in(memory, `delivery ${cfg.Cmp.Ctry} ${cfg.Cmp.TaxId}`);
}

/** What is said of a receipt that the authority has not been told of. */
export function offline(why: string): Issue {
  const text = `the authority has not been told yet (${why}); that is done as soon as it answers`;
  return { ...issue('#OFFLINE', '', text), rc: 'OK', message: 'AUTHORITY_OFFLINE' };
}
