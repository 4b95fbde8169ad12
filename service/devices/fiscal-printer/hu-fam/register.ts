/**
 * Driver of Hungarian e-cash registers in the cloud: the authority keeps the fiscal memory
 * (FAM), numbers each document and gives it to the customer; whoever sells prints the copy.
 * A document is begun with its items and ended with its payments. After a lost answer what
 * was begun is given up, and the register's list of documents says what was done ({@link counter}).
 */
import type { Failure, FiscalPrinter, Outcome, Position } from '../contract.ts';
import { decideBySum } from '../decide.ts';
import { dayNumberOf, finishedOf } from './answers.ts';
import { certificationOf } from './certificate.ts';
import { counter } from './count.ts';
import { SALES } from './documents.ts';
import { cashBody, openBody, reportBody } from './reports.ts';
import { CREATE, done, famRequests, notDone, unknown } from './requests.ts';
import { documentOf, seller } from './sale.ts';
import { AP_NUMBER, famSession, type FamAnswer, type FamConnection } from './session.ts';

/** How to reach and drive a register. */
export interface FamOptions extends FamConnection {
  /** Longest time for a document, a question, a report; ms. */
  receiptMs?: number;
  questionMs?: number;
  reportMs?: number;
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now(): string;
}

const RECEIPT_MS = 15_000;
const QUESTION_MS = 5000;
const REPORT_MS = 90_000;
/** Number of the day that is opened next. */
const NEXT = 'next';
const PRINTS_NOTHING: Failure = { trouble: 'refused', text: 'a register in the cloud prints nothing' };

/** @returns a driver; it asks nothing until it is asked */
export function huFamRegister(options: FamOptions): FiscalPrinter {
  const { receiptMs = RECEIPT_MS, questionMs = QUESTION_MS, reportMs = REPORT_MS, memory } = options;
  const session = famSession(options);
  const { systemId } = session;

  const asks = famRequests(session, questionMs, memory);
  const counted = counter({
    ...{ systemId, look: asks.look, list: asks.list, memory },
    now: () => Date.parse(`${options.now()}Z`),
  });
  const sell = seller(asks, counted, memory, receiptMs);

  /** A register that was put into service waits to hear of its till once. */
  async function greet(): Promise<Outcome<unknown>> {
    const told = await asks.status();
    if (told.outcome !== 'done' || !told.result.isPending) return told;
    return session.ask('/telemetry/hello', { systemId }, questionMs);
  }

  async function make(body: object, timeoutMs: number): Promise<Outcome<FamAnswer>> {
    const told = await session.ask(CREATE, body, timeoutMs);
    const isRefused = told.outcome === 'not-done' && told.failure.trouble === 'refused';
    return isRefused ? asks.refusal(told.failure) : told;
  }

  return {
    isPaperless: true,
    certification: certificationOf(session, options.login),
    isTextless: true,
    async register(order) {
      const told = await sell(order);
      if (told.outcome === 'unknown') counted.forget();
      return told;
    },
    async last() {
      const told = await counted.position();
      if (told.outcome !== 'done') return told;
      const { z, number, serial, sum } = told.result;
      return done({ z, number, serial, sum, time: '', total: 0, vat: null });
    },
    async position(isWhole) {
      const told = await counted.position(isWhole);
      if (told.outcome !== 'done') return told;
      const { z, number, serial, sum, moves } = told.result;
      return done({ z, number, serial, sum, moves });
    },
    async find(order, before: Position) {
      const state = await asks.look();
      if (state.outcome !== 'done') return { outcome: 'unknown', failure: state.failure };
      for (const document of state.result.open.filter(({ type }) => isSale(type))) {
        const gone = await asks.interrupt(document);
        if (gone.outcome !== 'done') return { outcome: 'unknown', failure: gone.failure };
      }
      const told = await counted.position(true);
      if (told.outcome !== 'done') return { outcome: 'unknown', failure: told.failure };
      const now = told.result;
      const verdict = decideBySum(before, now, order.total);
      if (verdict === 'not-printed') return notDone('no-answer', 'the register was not reached');
      const newest = now.sales?.toSorted((a, b) => a.created - b.created).at(-1);
      if (verdict === 'unclear' || !newest)
        return unknown('wrong-order', `document ${now.z}-${now.number} follows ${before.z}-${before.number}`);
      const stored = await asks.read(asks.rawPath(newest), finishedOf);
      if (stored.outcome !== 'done') return { outcome: 'unknown', failure: stored.failure };
      if (stored.result.printed.name !== newest.name)
        return unknown(
          'unreadable',
          `the register tells of ${stored.result.printed.name} in place of ${newest.name}`,
        );
      return done(documentOf(stored.result, now.number, order.total));
    },
    async openDay(cash) {
      const state = await asks.look();
      if (state.outcome !== 'done') return state;
      if (state.result.day !== null) return done(null);
      const greeted = await greet();
      if (greeted.outcome !== 'done') return { outcome: 'not-done', failure: greeted.failure };
      memory.delete(NEXT);
      const told = await make(openBody(systemId, cash), reportMs);
      const z = told.outcome === 'done' ? dayNumberOf(told.result) : null;
      if (z === null) counted.forget();
      else counted.opened(z);
      return told.outcome === 'done' ? done(null) : told;
    },
    async moveCash(move) {
      const told = await make(cashBody(systemId, move), receiptMs);
      if (told.outcome === 'done') counted.moved();
      else counted.forget();
      return told.outcome === 'done' ? done(null) : told;
    },
    async setEuro(rate, day) {
      // It keeps one rate, which holds at once.
      if (day > options.now().slice(0, 10))
        return notDone('wrong-order', 'the rate holds at once: choose today');
      const told = await asks.setRate('EUR', rate);
      return told.outcome === 'done' ? done(null) : told;
    },
    async report(kind) {
      const state = await asks.look();
      if (state.outcome !== 'done') return state;
      const { day } = state.result;
      if (day === null) return notDone('day-not-open', 'no day is open');
      // Required before the day is closed.
      const register = await make(reportBody(systemId, 'createCashRegisterReport'), reportMs);
      if (register.outcome !== 'done') return register;
      if (kind === 'X') return done({ z: day });
      counted.forget();
      const closed = await make(reportBody(systemId, 'createFiscalDayReport'), reportMs);
      return closed.outcome === 'done' ? done({ z: day }) : closed;
    },
    async state() {
      const works = await asks.status();
      if (works.outcome !== 'done') return works;
      const state = await asks.look();
      if (state.outcome !== 'done') return state;
      const { day, open } = state.result;
      const next = day ?? memory.get(NEXT) ?? (await counted.position());
      if (typeof next === 'object' && next.outcome !== 'done') return next;
      const z = typeof next === 'object' ? next.result.z : Number(next);
      if (day === null) memory.set(NEXT, String(z));
      else memory.delete(NEXT);
      return done({
        ...{ serial: AP_NUMBER.test(systemId) ? systemId : '', z, dayOpen: day !== null },
        ...{ paperNearEnd: null, offline: null, drawerOpen: null, memoryNearlyFull: null, memoryFull: null },
        ...{ receiptOpen: open.length > 0, certificateExpires: null, unsent: null },
      });
    },
    reprint: () => Promise.resolve({ outcome: 'not-done', failure: PRINTS_NOTHING }),
    print: () => Promise.resolve({ outcome: 'not-done', failure: PRINTS_NOTHING }),
    display: () => Promise.resolve({ outcome: 'not-done', failure: PRINTS_NOTHING }),
    openDrawer: () => Promise.resolve({ outcome: 'not-done', failure: PRINTS_NOTHING }),
    setClock: () =>
      Promise.resolve(notDone('wrong-order', 'the clock of a register in the cloud is the authority’s')),
  };
}

function isSale(type: string): boolean {
  return SALES.some((one) => one === type);
}
