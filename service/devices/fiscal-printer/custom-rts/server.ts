/**
 * Driver of Custom's RT servers: several tills, one certified device that prints nothing.
 * JSON over HTTPS. `Device_Auth` is the cash and its password.
 */
import type { Failure, FiscalDocument, FiscalPrinter, Order, Outcome, Position } from '../contract.ts';
import { exchangeOver, type Connection } from '../web.ts';
import { dayStatus, memoryUsed, readAnswer, troubleOf, type Answer, type DayStatus } from './answers.ts';
import { impossible, signedDocument, taxesOf, type ChainEnd } from './document.ts';

/** How to reach a server. */
export interface RtServerOptions extends Connection {
  /** Longest time for a document, ms. */
  receiptMs?: number;
  questionMs?: number;
  reportMs?: number;
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now(): string;
}

const TYPE = 'application/json';
const RECEIPT_MS = 15_000;
const QUESTION_MS = 5000;
const REPORT_MS = 90_000;
/** Percent of the memory from which it is nearly full. */
const NEARLY_FULL = 90;
const PRINTS_NOTHING: Failure = { trouble: 'refused', text: 'an RT server prints nothing' };

/** @returns a driver; it opens nothing until it is asked */
export function customRtServer(options: RtServerOptions): FiscalPrinter {
  const { receiptMs = RECEIPT_MS, questionMs = QUESTION_MS, reportMs = REPORT_MS } = options;
  const cash = options.login?.user ?? '';

  async function ask(name: string, content: unknown, timeoutMs = questionMs): Promise<Outcome<Answer>> {
    if (cash === '')
      return {
        outcome: 'not-done',
        failure: { trouble: 'rights', text: 'Device_Auth names no cash and password' },
      };
    const message = { path: `/${name}.php`, type: TYPE, body: JSON.stringify(content) };
    const exchanged = await exchangeOver(options, message, timeoutMs, readAnswer);
    if ('failure' in exchanged) {
      const { failure, asked } = exchanged;
      return { outcome: asked ? 'unknown' : 'not-done', failure };
    }
    const { answer } = exchanged;
    if (answer.code === 0) return { outcome: 'done', result: answer };
    const text = `the RT server says no (${answer.code} ${answer.text})`;
    return { outcome: 'not-done', failure: { trouble: troubleOf(answer), text } };
  }

  async function look(): Promise<Outcome<DayStatus>> {
    const told = await ask('getDailyStatus', { data: { cashuuid: cash } });
    return told.outcome === 'done' ? read(told.result, dayStatus) : told;
  }

  /** Where the chain ends, of a day that is open; opens it where it is not. */
  async function chainEnd(time: string): Promise<Outcome<ChainEnd>> {
    let told = await look();
    if (told.outcome === 'done' && !told.result.isOpen) {
      const opened = await ask('getDailyOpen', { data: { cashuuid: cash, dtime: time.replace('T', ' ') } });
      if (opened.outcome !== 'done') return opened;
      told = await look();
    }
    if (told.outcome !== 'done') return told;
    const { serial, key, token, closed, documents, grandTotal, isOpen } = told.result;
    if (!isOpen || key === '') return unreadable();
    return done({
      ...{ cash, serial, key, signature: token, z: closed + 1, number: documents + 1, grandTotal },
    });
  }

  async function last(): Promise<Outcome<FiscalDocument>> {
    const told = await look();
    if (told.outcome !== 'done') return told;
    const { serial, closed, documents, grandTotal, isOpen, time } = told.result;
    // A day that is closed keeps its numbers until the next one is opened.
    const z = isOpen ? closed + 1 : closed;
    return done({ z, number: documents, time, serial, total: 0, vat: null, sum: grandTotal });
  }

  return {
    isPaperless: true,
    last,
    async register(order) {
      const why = impossible(order);
      if (why !== null) return { outcome: 'not-done', failure: { trouble: 'wrong-order', text: why } };
      const time = order.time ?? options.now();
      const end = await chainEnd(time);
      // Nothing was sent yet.
      if (end.outcome !== 'done') return { outcome: 'not-done', failure: end.failure };
      const { z, number, serial, grandTotal } = end.result;
      const document = signedDocument(order, end.result, time);
      const name = order.lottery === undefined ? 'insertFiscalDocument2' : 'insertFiscalDocumentLottery';
      const told = await ask(name, document, receiptMs);
      if (told.outcome !== 'done') return told;
      const { total } = order;
      const vat = taxesOf(order).reduce((sum, { tax }) => sum + tax, 0);
      const seal = document.qrData.shaMetadata;
      return done({ z, number, time, serial, total, vat, sum: grandTotal + total, seal });
    },
    async find(order, before) {
      const unknown = (failure: Failure) => ({ outcome: 'unknown' as const, failure });
      const newest = await last();
      if (newest.outcome !== 'done') return unknown(newest.failure);
      const verdict = whatBecame(order, before, newest.result);
      if (verdict === 'printed')
        return done({
          ...newest.result,
          ...{ total: order.total, time: order.time ?? newest.result.time },
        });
      const { z, number } = newest.result;
      const text = `document ${z}-${number} follows ${before.z}-${before.number}`;
      return verdict === 'not-printed'
        ? { outcome: 'not-done', failure: { trouble: 'no-answer', text: 'the RT server was not reached' } }
        : unknown({ trouble: 'wrong-order', text });
    },
    async report(kind) {
      const told = await look();
      if (told.outcome !== 'done') return told;
      const { closed, isOpen, grandTotal } = told.result;
      if (kind === 'X') return done({ z: closed + 1 });
      if (!isOpen)
        return {
          outcome: 'not-done',
          failure: { trouble: 'nothing-sold', text: 'its day is not open' },
        };
      const znum = closed + 1;
      const dtime = options.now().replace('T', ' ');
      const closing = await ask(
        'insertZDocument',
        { data: { cashuuid: cash, znum, dtime, amount: String(grandTotal) } },
        reportMs,
      );
      return closing.outcome === 'done' ? done({ z: znum }) : closing;
    },
    async state() {
      const told = await look();
      if (told.outcome !== 'done') return told;
      const { serial, closed, isOpen, time } = told.result;
      // Not every server tells a cash how full it is.
      const asked = await ask('getDeviceMemStatus', { data: { type: '3' } });
      const used = asked.outcome === 'done' ? memoryUsed(asked.result) : null;
      return done({
        ...{ serial, z: closed + 1, dayOpen: isOpen, clock: time, receiptOpen: false },
        ...{ paperNearEnd: null, paperEnd: null, coverOpen: null, offline: null, drawerOpen: null },
        memoryUsed: used === null ? null : String(used),
        memoryNearlyFull: used === null ? null : used >= NEARLY_FULL,
        memoryFull: used === null ? null : used >= 100,
        ...{ certificateExpires: null, unsent: null },
      });
    },
    reprint: nothing,
    print: nothing,
    display: nothing,
    openDrawer: nothing,
    setClock: nothing,
  };
}

/** What the numbers of the cash say: nobody else writes into its chain. */
function whatBecame(
  { total }: Pick<Order, 'total'>,
  before: Position,
  { z, number, serial, sum }: FiscalDocument,
): 'printed' | 'not-printed' | 'unclear' {
  if (before.serial !== undefined && before.serial !== serial) return 'unclear';
  // A day that was opened for the document, and nothing else.
  const isBegun = z === before.z + 1 && number === 0;
  if (isBegun || (z === before.z && number === before.number)) return 'not-printed';
  const follows = z === before.z ? number === before.number + 1 : z > before.z && number === 1;
  // Whether a new day begins its sum anew is not known.
  const isNewDay = z > before.z && sum === total;
  const isSum = before.sum === undefined || sum === before.sum + total || isNewDay;
  return follows && isSum ? 'printed' : 'unclear';
}

const nothing = (): Promise<Outcome<null>> =>
  Promise.resolve({ outcome: 'not-done', failure: PRINTS_NOTHING });

function done<T>(result: T): { outcome: 'done'; result: T } {
  return { outcome: 'done', result };
}

function read<T>(answer: Answer, how: (answer: Answer) => T | null): Outcome<T> {
  const result = how(answer);
  return result === null ? unreadable() : done(result);
}

function unreadable(): { outcome: 'unknown'; failure: Failure } {
  return {
    outcome: 'unknown',
    failure: { trouble: 'unreadable', text: 'the answer lacks what was asked for' },
  };
}
