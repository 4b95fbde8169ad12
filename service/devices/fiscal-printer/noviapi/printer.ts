/**
 * Driver of Novitus' online fiscal printers (Poland): NoviApi 1.0. A command is stored, confirmed
 * and asked for: only what was confirmed is done, and its id tells what became of it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Failure,
  FiscalDocument,
  FiscalPrinter,
  FiscalPrinterState,
  Order,
  Outcome,
  Position,
} from '../contract.ts';
import { decide } from '../decide.ts';
import { deviceTrouble, failureOf, ratesOf, refusal, sumOf, whole } from './answers.ts';
import { frame, periodReport } from '../thermal/frame.ts';
import { receiptBody, textLines } from './receipt.ts';
import { at, request, text, type Answered, type Json, type Method, type NoviApiConnection } from './web.ts';

/** How to drive a printer. */
export interface NoviApiOptions extends NoviApiConnection {
  /** Longest time for a receipt, ms; it is on paper by then. */
  receiptMs: number;
  /** Longest time for all questions that are asked at once. */
  questionMs: number;
  reportMs?: number;
  /** Local time, `YYYY-MM-DDThh:mm:ss`: the printer does not tell its own. */
  now: () => string;
}

const REPORT_MS = 90_000;
/** Longest wait of the printer before it tells that something is not done yet, ms. */
const WAIT_MS = 1000;
/** Between two questions about the same command, ms. */
const PAUSE_MS = 200;
const FEW_DAYS = 30;
/** Keys of what is remembered: kind and id of the receipt that was confirmed last, and where the memory ended. */
const [REQUEST, SEEN] = ['noviapi-request', 'noviapi-seen'];

/** What became of a command. */
type Step = { id: string; body: Json } | { failure: Failure; isDone: boolean | null };

/** @returns a driver; it opens nothing until it is asked */
export function noviApiPrinter(options: NoviApiOptions): FiscalPrinter {
  return new NoviApiPrinter(options).driver();
}

class NoviApiPrinter {
  private readonly options: NoviApiOptions;

  constructor(options: NoviApiOptions) {
    this.options = options;
  }

  driver(): FiscalPrinter {
    const { receiptMs, questionMs, reportMs = REPORT_MS } = this.options;
    const unable = (why: string) =>
      Promise.resolve({ outcome: 'not-done', failure: { trouble: 'refused', text: why } } as const);
    return {
      register: (order) => this.register(order, ending(receiptMs)),
      last: () => this.last(ending(questionMs)),
      find: (order, before) => this.find(order, before, ending(questionMs)),
      report: (kind) =>
        kind === 'Z' ? this.closeDay(ending(reportMs)) : unable('the printer has no such report'),
      rates: async () => {
        const told = await this.status('device', ending(questionMs));
        return told.outcome === 'done' ? read(ratesOf(told.result)) : told;
      },
      state: () => this.state(ending(questionMs)),
      reprint: () => unable('the printer prints no document again'),
      print: (lines) => this.print(lines, ending(receiptMs)),
      display: () => unable('the display of the printer shows its own texts'),
      openDrawer: () => this.classic('1$d', ending(questionMs)),
      extracts: ['closings'],
      extract: (_what, from, till) => this.classic(periodReport(from, till), ending(reportMs)),
      printsInvoices: true,
      sendsReceipts: true,
      setClock: () => unable('the printer sets its clock by itself'),
    };
  }

  private ask(method: Method, path: string, until: number, body?: Json): Promise<Answered> {
    return request(this.options, method, path, until, body);
  }

  /** Stores, confirms and waits. `isDone` false: it was not done; null: nobody knows. */
  private async carryOut(kind: string, body: Json, until: number): Promise<Step> {
    const { memory } = this.options;
    const isReceipt = kind === 'receipt' || kind === 'invoice';
    if (isReceipt) memory.delete(REQUEST);
    const stored = await this.ask('POST', `/${kind}`, until, body);
    // What is not confirmed is not done.
    if ('lost' in stored) return { failure: stored.lost, isDone: false };
    const id = text(at(stored.body, 'request', 'id'));
    if (stored.status !== 201 || !/^[\w-]{1,64}$/.test(id))
      return { failure: refusal(kind, stored), isDone: false };
    if (isReceipt) memory.set(REQUEST, `${kind}/${id}`);
    const confirmed = await this.ask('PUT', `/${kind}/${id}`, until);
    if ('lost' in confirmed) return { failure: confirmed.lost, isDone: confirmed.asked ? null : false };
    if (confirmed.status !== 200) {
      await this.ask('DELETE', `/${kind}/${id}`, until);
      return { failure: refusal(kind, confirmed), isDone: false };
    }
    for (;;) {
      const told = await this.asked(kind, id, until);
      if (told) return told;
      if (performance.now() + PAUSE_MS >= until)
        return { failure: { trouble: 'no-answer', text: `${kind} is not done yet` }, isDone: null };
      await pause(PAUSE_MS);
    }
  }

  /** What became of a command; null where it is still to be done. */
  private async asked(kind: string, id: string, until: number): Promise<Step | null> {
    const wait = Math.max(Math.min(WAIT_MS, Math.floor((until - performance.now()) / 2)), 1);
    const told = await this.ask('GET', `/${kind}/${id}?timeout=${wait}`, until);
    if ('lost' in told) return { failure: told.lost, isDone: null };
    const status = text(at(told.body, 'request', 'status'));
    if (told.status !== 200) return { failure: refusal(kind, told), isDone: null };
    if (status === 'DONE') return { id, body: at(told.body, 'request') };
    const own = at(told.body, 'request', 'error');
    const device =
      text(at(told.body, 'device', 'status')) === 'ERROR' ? at(told.body, 'device', 'error') : null;
    if (status === 'ERROR') return { failure: failureOf(kind, own ?? device), isDone: false };
    // Without paper it waits, and goes on by itself: somebody should know.
    if (device !== null) return { failure: failureOf(kind, device), isDone: null };
    if (status === 'STORED') return { failure: failureOf(kind, null), isDone: false };
    if (['QUEUED', 'PENDING', 'CONFIRMED'].includes(status)) return null;
    return { failure: { trouble: 'unreadable', text: `the state of ${kind} is ${status}` }, isDone: null };
  }

  private async status(type: string, until: number): Promise<Outcome<Json>> {
    const told = await this.carryOut('status', { status: { type } }, until);
    if ('failure' in told) return { outcome: 'unknown', failure: told.failure };
    const status = at(told.body, 'response', 'status');
    return { outcome: 'done', result: at(status, type) ?? status };
  }

  /** Where the memory ends: numbers of the protected memory, days of the fiscal one, totals of the open day. */
  private async last(until: number): Promise<Outcome<FiscalDocument>> {
    const trees: Json[] = [];
    for (const type of ['fiscal_memory', 'protected_memory', 'device']) {
      const told = await this.status(type, until);
      if (told.outcome !== 'done') return told;
      trees.push(told.result);
    }
    const [fiscal, guarded, device] = trees as [Json, Json, Json];
    const closed = whole(at(fiscal, 'daily_reports_count'));
    const number = whole(at(guarded, 'last_jpkid'));
    const serial = text(at(fiscal, 'unique_number')).trim();
    const sum = sumOf(at(device, 'totals'));
    if (closed === null || number === null || sum === null || !/^.{1,30}$/.test(serial)) return unreadable();
    const document: FiscalDocument = {
      ...{ z: closed + 1, number, time: '', serial, total: 0, sum, vat: null },
      // The day is open once something was sold in it.
      ...(sum === 0 && { count: 0 }),
    };
    this.options.memory.set(SEEN, JSON.stringify({ z: closed + 1, serial, sum }));
    return { outcome: 'done', result: document };
  }

  private async register(order: Order, until: number): Promise<Outcome<FiscalDocument>> {
    const isInvoice = order.buyer !== undefined && order.invoice !== undefined;
    const told = await this.carryOut(isInvoice ? 'invoice' : 'receipt', receiptBody(order), until);
    if ('failure' in told)
      return { outcome: told.isDone === null ? 'unknown' : 'not-done', failure: told.failure };
    return this.printed(told.body, order, until);
  }

  /** The receipt of a command that was done. */
  private async printed(
    body: Json,
    { total }: Pick<Order, 'total'>,
    until: number,
  ): Promise<Outcome<FiscalDocument>> {
    const { memory, now } = this.options;
    const number = whole(at(body, 'jpkid'));
    const seen = memory.get(SEEN);
    memory.delete(SEEN);
    memory.delete(REQUEST);
    if (number !== null && seen !== undefined) {
      const { z, serial, sum } = JSON.parse(seen) as { z: number; serial: string; sum: number };
      const document = { z, number, serial, time: now(), total, sum: sum + total, vat: null };
      memory.set(SEEN, JSON.stringify({ z, serial, sum: sum + total }));
      return { outcome: 'done', result: document };
    }
    const newest = await this.last(until);
    if (newest.outcome !== 'done') return { outcome: 'unknown', failure: newest.failure };
    const document = { ...newest.result, time: now(), total, ...(number !== null && { number }) };
    return { outcome: 'done', result: document };
  }

  private async find(
    order: Pick<Order, 'total'>,
    before: Position,
    until: number,
  ): Promise<Outcome<FiscalDocument>> {
    const { memory } = this.options;
    const [kind, id] = memory.get(REQUEST)?.split('/') ?? [];
    const told = kind === undefined || id === undefined ? undefined : await this.asked(kind, id, until);
    if (told === null)
      return { outcome: 'unknown', failure: { trouble: 'busy', text: 'it is still at the receipt' } };
    if (told && 'body' in told) return this.printed(told.body, order, until);
    if (told?.isDone === false) {
      memory.delete(REQUEST);
      await this.ask('DELETE', `/${kind!}/${id!}`, until);
      return { outcome: 'not-done', failure: told.failure };
    }
    // An id that the printer has forgotten tells nothing; all else has to be waited for.
    if (told && told.failure.trouble !== 'refused') return { outcome: 'unknown', failure: told.failure };
    memory.delete(REQUEST);
    return this.findInMemory(order, before, until);
  }

  /** Nobody remembers the id, as after a crash: what waits has to be done first, then the memory decides. */
  private async findInMemory(
    { total }: Pick<Order, 'total'>,
    before: Position,
    until: number,
  ): Promise<Outcome<FiscalDocument>> {
    const queue = await this.ask('GET', '/queue', until);
    if ('lost' in queue) return { outcome: 'unknown', failure: queue.lost };
    const waiting = whole(at(queue.body, 'requests_in_queue'));
    if (queue.status !== 200 || waiting === null) return unreadable();
    if (waiting > 0)
      return { outcome: 'unknown', failure: { trouble: 'busy', text: 'it is at something else' } };
    const newest = await this.last(until);
    if (newest.outcome !== 'done') return { outcome: 'unknown', failure: newest.failure };
    const { result } = newest;
    // The day is not counted here: numbers go on, and totals decide.
    const { count: _count, ...document } = result;
    const { count: _before, ...place } = before;
    const verdict = decide(place, document, total);
    if (verdict === 'printed')
      return { outcome: 'done', result: { ...result, time: this.options.now(), total } };
    if (verdict === 'not-printed')
      return {
        outcome: 'not-done',
        failure: { trouble: 'no-answer', text: 'the receipt is not in the memory' },
      };
    const why = `document ${result.number} follows ${before.number}`;
    return { outcome: 'unknown', failure: { trouble: 'wrong-order', text: why } };
  }

  private async closeDay(until: number): Promise<Outcome<{ z: number; isEmpty?: boolean }>> {
    const [year, month, day] = this.options.now().slice(0, 10).split('-');
    const body = { daily_report: { date: `${day}-${month}-${year}` } };
    const told = await this.carryOut('daily_report', body, until);
    this.options.memory.delete(SEEN);
    // Nothing was sold since the last one.
    const isEmpty = 'failure' in told && told.isDone === false && /zero/i.test(told.failure.text);
    if ('failure' in told && !isEmpty)
      return { outcome: told.isDone === null ? 'unknown' : 'not-done', failure: told.failure };
    const fiscal = await this.status('fiscal_memory', until);
    const z = fiscal.outcome === 'done' ? whole(at(fiscal.result, 'daily_reports_count')) : null;
    return z === null ? unreadable() : { outcome: 'done', result: { z, ...(isEmpty && { isEmpty }) } };
  }

  private print(lines: readonly string[], until: number): Promise<Outcome<null>> {
    return this.simple('nf_printout', { printout: { lines: textLines(lines) } }, until);
  }

  /** A command whose answer tells nothing more. */
  private async simple(kind: string, body: Json, until: number): Promise<Outcome<null>> {
    const told = await this.carryOut(kind, body, until);
    if (!('failure' in told)) return { outcome: 'done', result: null };
    return { outcome: told.isDone === null ? 'unknown' : 'not-done', failure: told.failure };
  }

  /** A command of the protocol before this one, for what it has no words for. */
  private classic(data: string, until: number): Promise<Outcome<null>> {
    const nov_cmd = { base64: frame(data).toString('base64') };
    return this.simple('direct_io', { direct_io: { nov_cmd } }, until);
  }

  private async state(until: number): Promise<Outcome<FiscalPrinterState>> {
    const newest = await this.last(until);
    if (newest.outcome !== 'done') return newest;
    const fiscal = await this.status('fiscal_memory', until);
    if (fiscal.outcome !== 'done') return fiscal;
    const queue = await this.ask('GET', '/queue', until);
    if ('lost' in queue) return { outcome: 'unknown', failure: queue.lost };
    const [closed, most] = [
      whole(at(fiscal.result, 'daily_reports_count')),
      whole(at(fiscal.result, 'max_daily_reports')),
    ];
    const trouble = deviceTrouble(queue.body);
    const { serial, z, sum = 0 } = newest.result;
    const isCounted = closed !== null && most !== null && most > 0;
    const state: FiscalPrinterState = {
      ...{ serial, z, dayOpen: sum > 0, paperNearEnd: null, drawerOpen: null },
      offline: trouble === 'paper' || trouble === 'cover',
      paperEnd: trouble === 'paper',
      coverOpen: trouble === 'cover',
      memoryNearlyFull: isCounted ? closed >= most - FEW_DAYS : null,
      memoryFull: isCounted ? closed >= most : null,
      memoryUsed: isCounted ? String(Math.floor((closed * 100) / most)) : null,
      ...{
        receiptOpen: false,
        certificateExpires: null,
        unsent: null,
        zRequired: trouble === 'closing-needed',
      },
    };
    return { outcome: 'done', result: state };
  }
}

function ending(ms: number): number {
  return performance.now() + ms;
}

function unreadable(): { outcome: 'unknown'; failure: Failure } {
  return {
    outcome: 'unknown',
    failure: { trouble: 'unreadable', text: 'the answer lacks what was asked for' },
  };
}

function read<T>(result: T | null): Outcome<T> {
  return result === null ? unreadable() : { outcome: 'done', result };
}
