/**
 * Driver of Hungarian e-cash registers in the cloud: the authority keeps the fiscal memory
 * (FAM), numbers each document and gives it to the customer; whoever sells prints the copy.
 * A document is begun with its items and ended with its payments. After a lost answer what
 * was begun is given up, and the register's list of documents says what was done.
 */
import type {
  CountedPosition,
  Failure,
  FiscalDocument,
  FiscalPrinter,
  Order,
  Outcome,
  Position,
} from '../contract.ts';
import { decideBySum } from '../decide.ts';
import {
  begunOf,
  documentList,
  documentState,
  finishedOf,
  remainingOf,
  storedItems,
  type Descriptor,
  type DocumentState,
  type Finished,
  type Listed,
  type StoredItem,
} from './answers.ts';
import {
  cashBody,
  closeBody,
  createBody,
  impossible,
  interruptBody,
  kindOf,
  openBody,
  reportBody,
  SALES,
} from './documents.ts';
import { dayOf } from './day.ts';
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
const DAY_MS = 24 * 3_600_000;
const CREATE = '/doc/doc-create';
const CLOSE = '/doc/doc-close';
/** Number of documents of the day, `z number`, as it was counted last. */
const COUNTED = 'counted';
const PRINTS_NOTHING: Failure = { trouble: 'refused', text: 'a register in the cloud prints nothing' };

/** @returns a driver; it asks nothing until it is asked */
export function huFamRegister(options: FamOptions): FiscalPrinter {
  const { receiptMs = RECEIPT_MS, questionMs = QUESTION_MS, reportMs = REPORT_MS, memory } = options;
  const session = famSession(options);
  const { systemId } = session;

  async function read<T>(path: string, what: (answer: FamAnswer) => T | null): Promise<Outcome<T>> {
    const told = await session.ask(path, null, questionMs);
    // Nothing is done by a question.
    if (told.outcome !== 'done') return { outcome: 'not-done', failure: told.failure };
    const result = what(told.result);
    return result === null
      ? notDone('unreadable', 'the answer lacks what was asked for')
      : { outcome: 'done', result };
  }

  const look = (): Promise<Outcome<DocumentState>> => read(`/doc/state/${systemId}`, documentState);

  function list(from: number, till: number, type = ''): Promise<Outcome<Listed[]>> {
    const path = `/doc/list/${systemId}/${from}/${till}`;
    return read(type === '' ? path : `${path}?documentType=${type}`, documentList);
  }

  async function position(): Promise<Outcome<CountedPosition & { sales: Listed[]; state: DocumentState }>> {
    const state = await look();
    if (state.outcome !== 'done') return state;
    const told = await dayOf(state.result, list, Date.parse(`${options.now()}Z`));
    if (told.outcome !== 'done') return told;
    const { z, documents } = told.result;
    const isOpen = (one: Listed) =>
      state.result.open.some(({ type, day, id }) => type === one.type && day === one.day && id === one.id);
    const sales = documents.filter((one) => isSale(one.type) && !isOpen(one));
    memory.set(COUNTED, `${z} ${sales.length}`);
    return done({
      ...{ z, number: sales.length, serial: systemId, sales, state: state.result },
      sum: sales.reduce((sum, { total }) => sum + total, 0),
      moves: documents.filter(({ type }) => type === 'CASH_FLOW_REPORT').length,
    });
  }

  /** How many documents a day has so far. */
  async function countOf(z: number): Promise<Outcome<number>> {
    const [day, count] = (memory.get(COUNTED) ?? '').split(' ').map(Number);
    if (day === z && count !== undefined) return done(count);
    const told = await position();
    if (told.outcome !== 'done') return told;
    return told.result.z === z ? done(told.result.number) : notDone('wrong-order', 'the day has changed');
  }

  /** Why a document was refused: without a day there is none. */
  async function refusal(failure: Failure): Promise<{ outcome: 'not-done'; failure: Failure }> {
    const state = await look();
    const isClosed = state.outcome === 'done' && state.result.day === null;
    return isClosed ? notDone('day-not-open', failure.text) : { outcome: 'not-done', failure };
  }

  async function interrupt(document: Descriptor): Promise<Outcome<FamAnswer>> {
    return session.ask(CLOSE, interruptBody(systemId, document), questionMs);
  }

  /** Takes back what was begun; whether that is so is known, or nothing is. */
  async function givenUp(document: Descriptor, failure: Failure): Promise<Outcome<FiscalDocument>> {
    const told = await interrupt(document);
    return told.outcome === 'done' ? { outcome: 'not-done', failure } : { outcome: 'unknown', failure };
  }

  /** Items of the document that becomes void, as this register has them. */
  async function itemsOf({ kind, of }: Order): Promise<Outcome<StoredItem[]>> {
    if (kind !== 'void' || !of) return done([]);
    const day = Date.parse(`${of.day}T12:00:00Z`);
    const told = await list(
      day - 2 * DAY_MS,
      day + 2 * DAY_MS,
      of.type === 'SZ' ? 'SIMPLE_INVOICE' : 'RECEIPT',
    );
    if (told.outcome !== 'done') return told;
    const original = told.result.find(({ name, interrupted }) => name === of.name && !interrupted);
    if (!original) return notDone('not-found', `the register has no document ${of.name!}`);
    return read(rawPath(original), storedItems);
  }

  function rawPath({ day, type, id }: Descriptor): string {
    return `/doc/document/${systemId}/${day}/${type}/${id}/RAW`;
  }

  function documentOf(finished: Finished, number: number, total: number): FiscalDocument {
    memory.set(COUNTED, `${finished.z} ${number}`);
    return { ...finished, number, total, vat: null };
  }

  /** A register that was put into service waits to hear of its till once. */
  async function greet(): Promise<Outcome<FamAnswer>> {
    const status = await read(`/system/status/${systemId}`, (answer) => answer);
    if (status.outcome !== 'done' || status.result.fcuState !== 'PENDING') return status;
    return session.ask('/telemetry/hello', { systemId }, questionMs);
  }

  async function make(body: object, timeoutMs: number): Promise<Outcome<null>> {
    const told = await session.ask(CREATE, body, timeoutMs);
    if (told.outcome === 'done') return done(null);
    return told.outcome === 'not-done' && told.failure.trouble === 'refused' ? refusal(told.failure) : told;
  }

  return {
    isPaperless: true,
    isTextless: true,
    async register(order) {
      const why = impossible(order);
      if (why !== null) return notDone('wrong-order', why);
      const items = await itemsOf(order);
      if (items.outcome !== 'done') return items;
      const asked = await session.ask(CREATE, createBody(systemId, order, items.result), receiptMs);
      if (asked.outcome === 'unknown') return asked;
      if (asked.outcome === 'not-done')
        return asked.failure.trouble === 'refused' ? refusal(asked.failure) : asked;
      const begun = begunOf(asked.result);
      if (!begun) return unknown('unreadable', 'the answer lacks the document that was begun');
      const descriptor = { type: kindOf(order).type, day: begun.day, id: begun.id };
      if (begun.total !== order.total) {
        const text = `the register works out ${begun.total / 100} in place of ${order.total / 100}`;
        return givenUp(descriptor, { trouble: 'wrong-order', text });
      }
      const before = await countOf(begun.day);
      if (before.outcome !== 'done') return givenUp(descriptor, before.failure);
      const told = await session.ask(CLOSE, closeBody(systemId, order, begun.id), receiptMs);
      if (told.outcome === 'not-done') return givenUp(descriptor, told.failure);
      if (told.outcome === 'unknown') return told;
      const finished = finishedOf(told.result);
      if (remainingOf(told.result) !== 0 || finished?.serial !== systemId || finished.z !== begun.day)
        return unknown('unreadable', 'the answer lacks the document that was finished');
      return done(documentOf(finished, before.result + 1, order.total));
    },
    async last() {
      const told = await position();
      if (told.outcome !== 'done') return told;
      const { z, number, serial, sum } = told.result;
      return done({ z, number, serial, sum, time: '', total: 0, vat: null });
    },
    async position() {
      const told = await position();
      if (told.outcome !== 'done') return told;
      const { z, number, serial, sum, moves } = told.result;
      return done({ z, number, serial, sum, moves });
    },
    async find(order, before: Position) {
      const state = await look();
      if (state.outcome !== 'done') return { outcome: 'unknown', failure: state.failure };
      for (const document of state.result.open.filter(({ type }) => isSale(type))) {
        const gone = await interrupt(document);
        if (gone.outcome !== 'done') return { outcome: 'unknown', failure: gone.failure };
      }
      const told = await position();
      if (told.outcome !== 'done') return { outcome: 'unknown', failure: told.failure };
      const now = told.result;
      const verdict = decideBySum(before, now, order.total);
      if (verdict === 'not-printed') return notDone('no-answer', 'the register was not reached');
      const newest = now.sales.toSorted((a, b) => a.created - b.created).at(-1);
      if (verdict === 'unclear' || !newest)
        return unknown('wrong-order', `document ${now.z}-${now.number} follows ${before.z}-${before.number}`);
      const stored = await read(rawPath(newest), finishedOf);
      if (stored.outcome !== 'done') return { outcome: 'unknown', failure: stored.failure };
      if (stored.result.printed.name !== newest.name)
        return unknown(
          'unreadable',
          `the register tells of ${stored.result.printed.name} in place of ${newest.name}`,
        );
      return done(documentOf(stored.result, now.number, order.total));
    },
    async openDay(cash) {
      const state = await look();
      if (state.outcome !== 'done') return state;
      if (state.result.day !== null) return done(null);
      const greeted = await greet();
      return greeted.outcome === 'done' ? make(openBody(systemId, cash), reportMs) : greeted;
    },
    async moveCash(move) {
      const body = cashBody(systemId, move);
      return body
        ? make(body, receiptMs)
        : notDone('wrong-order', 'the register in the cloud is not told of cash that is taken out');
    },
    async report(kind) {
      const state = await look();
      if (state.outcome !== 'done') return state;
      const { day } = state.result;
      if (day === null) return notDone('day-not-open', 'no day is open');
      // Required before the day is closed.
      const register = await make(reportBody(systemId, 'createCashRegisterReport'), reportMs);
      if (register.outcome !== 'done') return register;
      if (kind === 'X') return done({ z: day });
      const closed = await make(reportBody(systemId, 'createFiscalDayReport'), reportMs);
      return closed.outcome === 'done' ? done({ z: day }) : closed;
    },
    async state() {
      const status = await read(`/system/status/${systemId}`, (answer) => answer);
      if (status.outcome !== 'done') return status;
      if (status.result.blocked === true) return notDone('refused', 'the authority has blocked the register');
      const now = await position();
      if (now.outcome !== 'done') return now;
      const { z, state } = now.result;
      return done({
        ...{ serial: AP_NUMBER.test(systemId) ? systemId : '', z, dayOpen: state.day !== null },
        ...{ paperNearEnd: null, offline: null, drawerOpen: null, memoryNearlyFull: null, memoryFull: null },
        ...{ receiptOpen: state.open.length > 0, certificateExpires: null, unsent: null },
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

function done<T>(result: T): { outcome: 'done'; result: T } {
  return { outcome: 'done', result };
}

function notDone(trouble: Failure['trouble'], text: string): { outcome: 'not-done'; failure: Failure } {
  return { outcome: 'not-done', failure: { trouble, text } };
}

function unknown(trouble: Failure['trouble'], text: string): { outcome: 'unknown'; failure: Failure } {
  return { outcome: 'unknown', failure: { trouble, text } };
}
