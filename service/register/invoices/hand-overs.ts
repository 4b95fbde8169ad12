/**
 * Hands invoices over, oldest first: makes the invoice of a committed receipt, keeps it
 * as a record (`EInvoice`), gives it to its channel, and notes what came of it as late
 * fiscal data of the receipt. Each step is durable before the next, and any may be
 * repeated: the channel knows an invoice by its id.
 */
import { localTime } from '../../clock.ts';
import type { Country } from '../../countries/contract/country.ts';
import type { CountryContext } from '../../countries/contract/services.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { ABOUT_INVOICE, LATE } from '../../receipt/late.ts';
import type { Json } from '../../receipt/json.ts';
import type { Attributes, Fis, JournalRecord } from '../../receipt/tra.ts';
import { Attempts } from './attempts.ts';
import {
  INVOICE,
  type Cause,
  type EInvoiceState,
  type EInvoicing,
  type HandedOver,
  type HandOver,
  type Trouble,
} from './e-invoicing.ts';
import type { HandOverQueue } from './hand-over-queue.ts';
import { digestOf, invoiceRecord, sendingIdOf, xmlOf } from './invoice-record.ts';

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
export type HandOverAction =
  | { action: 'again' }
  | { action: 'settle'; reason: string }
  /** Also for one that is handed over: sends it to an address in the place of its own. */
  | { action: 'send'; to: string };

/** The hand-overs of one register. */
export class HandOvers {
  private readonly work: HandOverWork;
  private round: Promise<void> | null = null;
  private isAsked = false;
  private noted = 0;

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

  /** A text that is another one when something about the register's invoices is. */
  get news(): string {
    const { all } = this.work.queue;
    return [all.length, all.at(-1)?.sq ?? 0, this.noted].join(' ');
  }

  /** Why channels have not answered lately, by the invoices that wait for them. */
  failures(): { text: string; cause: Cause | null; waiting: number }[] {
    const byText = new Map<string, { text: string; cause: Cause | null; waiting: number }>();
    for (const entry of this.work.queue.waiting) {
      const { text, cause = null } = this.attemptsOf(entry)?.failure ?? {};
      if (text === undefined) continue;
      const known = byText.get(text) ?? { text, cause, waiting: 0 };
      byText.set(text, { ...known, waiting: known.waiting + 1 });
    }
    return [...byText.values()];
  }

  /**
   * What a person decides about a rejected invoice, or one that is handed over.
   * @returns false when it is still on its way or there is none, or that could not be stored
   */
  async decide(sq: number, decision: HandOverAction): Promise<boolean> {
    if (decision.action === 'send') return this.sendTo(sq, decision.to);
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

  /** Queues an invoice that was made once more, for another address. */
  private async sendTo(sq: number, to: string): Promise<boolean> {
    const { queue, journal, rn, eInvoicing } = this.work;
    const at = this.work.at();
    const receipt = await journal.bySq(rn, sq);
    const state = receipt?.Fis?.EInvoice as EInvoiceState | undefined;
    const made = state?.Document === undefined ? null : await journal.bySq(rn, state.Document);
    if (!at || !receipt || !state || made?._ !== INVOICE || made.Of !== sq) return false;
    const route = made.Route as Json;
    if (!eInvoicing?.canSendTo(route, to)) return false;
    const again = { to, id: sendingIdOf(state.Id, to, at.context.clock.now()) };
    const entry: HandOver = {
      ...{ sq, id: state.Id, since: receipt.D, cfg: Number(made.CfgSq), route, document: made.SQ },
      ...{ underWay: false, rejected: null, again },
    };
    let isQueued = false;
    const isNoted = await this.tell(sq, { State: 'queued', To: to }, () => {
      const before = queue.of(sq);
      if (before && !before.rejected) return null;
      isQueued = true;
      return before ? queue.with(sq, entry) : queue.later(entry);
    });
    if (isNoted && isQueued) this.attemptsOf(entry)?.forget();
    return isNoted && isQueued;
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
      const text = 'the receipt or its configuration is missing in the journal';
      await this.reject(sq, { text, cause: { code: 'journal' } });
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
      ...{ id: entry.again?.id ?? entry.id, receipt, cfg, country, route: entry.route, xml, isOwner },
      ...(entry.again && { to: entry.again.to }),
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
        await this.reject(entry.sq, { text: (error as Error).message, cause: { code: 'journal' } });
        return null;
      }
    }
    const made = await eInvoicing!.make(receipt, { cfg, country }, entry.route);
    if ('problem' in made) {
      const { problem: text } = made;
      if (made.mayRepeat) this.failed(attempts, now, { text, cause: { code: 'internal' } });
      else await this.reject(entry.sq, { text, cause: { code: 'rules', params: { said: text } } });
      return null;
    }
    const isKept = await this.write(null, (sq) => ({
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
      this.failed(attempts, now, handedOver);
      return;
    }
    attempts.succeeded(now);
    if (handedOver.outcome === 'refused') {
      await this.reject(sq, handedOver, Digest);
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

  /** What is not stored yet is no news. */
  private async write(...work: Parameters<HandOverWork['write']>): Promise<boolean> {
    const isStored = await this.work.write(...work);
    this.noted++;
    return isStored;
  }

  private failed(attempts: Attempts, now: number, { text, cause }: Trouble): void {
    this.noted++;
    attempts.failed(now, text, cause);
  }

  private async reject(sq: number, { text, cause }: Trouble, Digest?: string): Promise<void> {
    const at = this.work.at();
    if (!at) return;
    const rejected = { at: localTime(at.context.clock.now()), text };
    const said = cause.params?.said;
    const state = {
      ...({ State: 'rejected', Reason: text, Cause: cause.code } as const),
      ...(said !== undefined && { Said: said }),
      ...(Digest !== undefined && { Digest }),
    };
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
    return this.write(sq, (_, fis) => {
      const { Reason: _reason, Cause: _cause, Said: _said, ...known } = (fis.EInvoice ?? {}) as EInvoiceState;
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
