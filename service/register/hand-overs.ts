/**
 * Hands invoices over, oldest first: makes the invoice of a committed receipt, keeps it
 * as a record (`EInvoice`), gives it to its channel, and notes what came of it as late
 * fiscal data of the receipt. Each step is durable before the next, and any may be
 * repeated: the channel knows an invoice by its id.
 */
import { localTime } from '../clock.ts';
import type { Country } from '../countries/contract/country.ts';
import type { CountryContext } from '../countries/contract/services.ts';
import type { Journal } from '../journal/journal.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { ABOUT_INVOICE, LATE } from '../receipt/late.ts';
import type { Json } from '../receipt/json.ts';
import type { Attributes, Fis, JournalRecord } from '../receipt/tra.ts';
import { Attempts } from './attempts.ts';
import type { EInvoiceState, EInvoicing, HandedOver, HandOver } from './e-invoicing.ts';
import type { HandOverQueue } from './hand-over-queue.ts';
import { digestOf, invoiceRecord, xmlOf } from './invoice-record.ts';

/** How long a channel has for one invoice, ms. */
const PATIENCE_MS = 60_000;

/** What a register does for its hand-overs. */
export interface HandOverWork {
  readonly rn: string;
  readonly journal: Journal;
  readonly queue: HandOverQueue;
  readonly eInvoicing: EInvoicing | undefined;
  /** Whether no other instance can have the register by now. */
  isOwner(): boolean;
  /** The country, with what it may use now; null before the first configuration. */
  at(): { country: Country; context: CountryContext } | null;
  /**
   * Writes a record in a turn of its own, with what it says when its turn has come.
   * @param of the receipt whose standing fiscal data are needed for that; null for none
   * @returns false when it could not be stored
   */
  write(
    of: number | null,
    make: (
      sq: number,
      fis: Fis,
    ) => { record: Attributes & { _: string }; changes: Record<string, Json> | null },
  ): Promise<boolean>;
}

/** What people can do about an invoice. */
export type HandOverAction = { action: 'again' } | { action: 'settle'; reason: string };

/** The hand-overs of one register. */
export class HandOvers {
  private readonly work: HandOverWork;
  private round: Promise<void> | null = null;
  private isAsked = false;

  constructor(work: HandOverWork) {
    this.work = work;
  }

  /** Hands over all that waits, as far as the channels answer; one round at a time, and another one when it was asked for meanwhile. */
  run(stop: AbortSignal): Promise<void> {
    if (this.round) {
      this.isAsked = true;
      return this.round;
    }
    const round = this.rounds(stop).finally(() => (this.round = null));
    this.round = round;
    return round;
  }

  private async rounds(stop: AbortSignal): Promise<void> {
    do {
      this.isAsked = false;
      for (const { sq } of this.work.queue.waiting) {
        if (stop.aborted) return;
        await this.one(sq, stop);
      }
    } while (this.isAsked && !stop.aborted);
  }

  /** Why channels have not answered lately, by the invoices that wait for them. */
  failures(): { text: string; waiting: number }[] {
    const byText = new Map<string, number>();
    for (const entry of this.work.queue.waiting) {
      const text = this.attemptsOf(entry)?.failure?.text;
      if (text !== undefined) byText.set(text, (byText.get(text) ?? 0) + 1);
    }
    return [...byText].map(([text, waiting]) => ({ text, waiting }));
  }

  /**
   * What a person decides about a rejected invoice.
   * @returns false when it does not wait for a person, or that could not be stored
   */
  async decide(sq: number, decision: HandOverAction): Promise<boolean> {
    if (!this.work.queue.of(sq)?.rejected) return false;
    const { queue } = this.work;
    if (decision.action === 'settle')
      return this.tell(sq, { State: 'settled', Reason: decision.reason }, () => queue.without(sq));
    const again = () => queue.with(sq, { rejected: null, underWay: false });
    const isNoted = await this.tell(sq, { State: 'queued' }, again);
    const entry = queue.of(sq);
    if (entry) this.attemptsOf(entry)?.forget();
    return isNoted;
  }

  private async one(sq: number, stop: AbortSignal): Promise<void> {
    const entry = this.work.queue.of(sq);
    const { eInvoicing, journal, rn } = this.work;
    const isOwner = () => this.work.isOwner();
    const at = this.work.at();
    const attempts = entry && this.attemptsOf(entry);
    if (!entry || !eInvoicing || !at || !attempts?.mayTry(at.context.clock.now())) return;
    const receipt = await journal.bySq(rn, sq);
    const cfg = (await journal.bySq(rn, entry.cfg))?.Cfg as Cfg | undefined;
    if (!receipt || !cfg) {
      await this.reject(sq, 'the receipt or its configuration is missing in the journal');
      return;
    }
    const { country } = at;
    const xml = await this.documentOf(entry, {
      receipt,
      cfg,
      country,
      attempts,
      now: at.context.clock.now(),
    });
    // The next round asks again: being stopped is no failure of the channel.
    if (xml === null || stop.aborted || !isOwner()) return;
    const parcel = {
      ...{ id: entry.id, receipt, cfg, country, route: entry.route, xml, isOwner },
      underWay: entry.underWay,
    };
    const signal = AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]);
    const handedOver = await eInvoicing.handOver(parcel, signal);
    if (stop.aborted && handedOver.outcome === 'unanswered') return;
    await this.note(sq, handedOver, attempts, at.context.clock.now(), digestOf(xml));
  }

  /** The XML of an invoice, made and kept when it is not yet; null when there is none now. */
  private async documentOf(
    entry: HandOver,
    {
      receipt,
      cfg,
      country,
      attempts,
      now,
    }: { receipt: JournalRecord; cfg: Cfg; country: Country; attempts: Attempts; now: number },
  ): Promise<string | null> {
    const { journal, rn, eInvoicing, queue } = this.work;
    if (entry.document !== null) {
      const record = await journal.bySq(rn, entry.document);
      try {
        if (record) return xmlOf(record);
      } catch (error) {
        await this.reject(entry.sq, (error as Error).message);
        return null;
      }
    }
    const made = await eInvoicing!.make(receipt, { cfg, country }, entry.route);
    if ('problem' in made) {
      if (made.mayRepeat) attempts.failed(now, made.problem);
      else await this.reject(entry.sq, made.problem);
      return null;
    }
    const isKept = await this.work.write(null, (sq) => ({
      record: invoiceRecord(entry, made),
      changes: queue.with(entry.sq, { document: sq }),
    }));
    return isKept ? made.xml : null;
  }

  private async note(
    sq: number,
    handedOver: HandedOver,
    attempts: Attempts,
    now: number,
    Digest: string,
  ): Promise<void> {
    const { queue } = this.work;
    if (handedOver.outcome === 'unanswered') {
      attempts.failed(now, handedOver.text);
      return;
    }
    attempts.succeeded(now);
    if (handedOver.outcome === 'refused') {
      await this.reject(sq, handedOver.text, Digest);
      return;
    }
    const { reference } = handedOver;
    const more = { Digest, ...(reference !== undefined && { Reference: reference }) };
    if (handedOver.outcome === 'delivered') {
      await this.tell(sq, { State: 'delivered', ...more }, () => queue.without(sq));
    } else if (queue.of(sq)?.underWay === false) {
      await this.tell(sq, { State: 'underway', ...more }, () => queue.with(sq, { underWay: true }));
    }
  }

  private async reject(sq: number, text: string, Digest?: string): Promise<void> {
    const at = this.work.at();
    if (!at) return;
    const rejected = { at: localTime(at.context.clock.now()), text };
    const state = { State: 'rejected', Reason: text, ...(Digest !== undefined && { Digest }) } as const;
    await this.tell(sq, state, () => this.work.queue.with(sq, { rejected, underWay: false }));
  }

  /** Notes the state of an invoice as late fiscal data of its receipt, which keeps all that it has. */
  private tell(
    sq: number,
    state: Partial<EInvoiceState> & Pick<EInvoiceState, 'State'>,
    changes: () => Record<string, Json> | null,
  ): Promise<boolean> {
    const at = this.work.at();
    if (!at) return Promise.resolve(false);
    const D = localTime(at.context.clock.now());
    return this.work.write(sq, (_, fis) => {
      const { Reason: _before, ...known } = (fis.EInvoice ?? {}) as EInvoiceState;
      const document = this.work.queue.of(sq)?.document ?? null;
      const EInvoice = { ...known, ...state, D, ...(document !== null && { Document: document }) };
      return {
        record: { _: LATE, Of: sq, About: ABOUT_INVOICE, Fis: { ...fis, EInvoice } },
        changes: changes(),
      };
    });
  }

  private attemptsOf({ route }: HandOver): Attempts | null {
    const at = this.work.at();
    if (!at || !this.work.eInvoicing) return null;
    const { memory, cfg } = at.context;
    return Attempts.in(memory, `e-invoice ${cfg.Cmp.TaxId} ${this.work.eInvoicing.destination(route)}`);
  }
}

/** Fiscal data of an authority, with what the receipt's standing ones say of its invoice. */
export function withInvoiceOf(standing: Fis | undefined, fis: Fis): Fis {
  return standing?.EInvoice === undefined ? fis : { ...fis, EInvoice: standing.EInvoice };
}
