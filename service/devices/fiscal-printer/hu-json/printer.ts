/** Driver of Hungarian fiscal printers that take JSON commands (Laurel): one command, one answer, over HTTP. */
import type {
  Failure,
  FiscalDocument,
  FiscalPrinter,
  FiscalPrinterState,
  Order,
  Outcome,
  Position,
} from '../contract.ts';
import { decideBySum } from '../decide.ts';
import { exchangeOver, type Connection } from '../web.ts';
import {
  failureOf,
  isOpenAlready,
  PAPER_LOW,
  positionOf,
  printedOf,
  readResult,
  type Result,
} from './answers.ts';
import { cashCommand, openDayCommand, receiptCommand, type Command } from './commands.ts';

/** How to reach and drive a printer. */
export interface HuJsonOptions extends Connection {
  /** Longest time for a receipt, a question, a report; ms. */
  receiptMs?: number;
  questionMs?: number;
  reportMs?: number;
}

type Memory = NonNullable<ReturnType<typeof positionOf>> & { isPaperLow: boolean };

const RECEIPT_MS = 15_000;
const QUESTION_MS = 5000;
const REPORT_MS = 90_000;
const MOST_LINE = 42;
const DISPLAY_ROW = 20;
/** iType of a copy: an invoice, a receipt. */
const COPY_OF = { SZ: '0', NY: '1' };

/** @returns a driver; it opens nothing until it is asked */
export function huJsonPrinter(options: HuJsonOptions): FiscalPrinter {
  const { receiptMs = RECEIPT_MS, questionMs = QUESTION_MS, reportMs = REPORT_MS } = options;
  async function tell(command: Command, timeoutMs = questionMs): Promise<Outcome<Result>> {
    const message = { path: '/', type: 'application/json; charset=utf-8', body: JSON.stringify(command) };
    const exchanged = await exchangeOver(options, message, timeoutMs, readResult);
    if ('failure' in exchanged)
      return { outcome: exchanged.asked ? 'unknown' : 'not-done', failure: exchanged.failure };
    const { answer: result } = exchanged;
    if (result.code === 0 || result.code === PAPER_LOW) return { outcome: 'done', result };
    return { outcome: 'not-done', failure: failureOf(result) };
  }

  async function memory(): Promise<Outcome<Memory>> {
    const told = await tell({ command: 'getDailyTotal' });
    if (told.outcome !== 'done') return told;
    const position = positionOf(told.result);
    const isPaperLow = told.result.code === PAPER_LOW;
    return position ? { outcome: 'done', result: { ...position, isPaperLow } } : unreadable();
  }

  /** The newest document, as far as the sums of the day tell. */
  function newest({ z, number, serial }: Memory): FiscalDocument {
    return { z, number, serial, time: '', total: 0, vat: null };
  }

  async function find(
    order: Pick<Order, 'total'> & Partial<Pick<Order, 'kind' | 'buyer'>>,
    before: Position,
  ): Promise<Outcome<FiscalDocument>> {
    const told = await memory();
    if (told.outcome !== 'done') return { outcome: 'unknown', failure: told.failure };
    const now = told.result;
    const verdict = decideBySum(before, now, order.total);
    if (verdict === 'not-printed') return notDone('no-answer', 'the printer was not reached');
    if (verdict === 'unclear')
      return unknown('wrong-order', `document ${now.z}-${now.number} follows ${before.z}-${before.number}`);
    const type = order.kind === 'void' ? 'ST' : order.kind === 'return' ? 'VS' : order.buyer ? 'SZ' : 'NY';
    const printed = { type, number: now.counts[type] };
    return { outcome: 'done', result: { ...newest(now), total: order.total, printed } };
  }

  return {
    async register(order) {
      const told = await tell(receiptCommand(order), receiptMs);
      if (told.outcome !== 'done') {
        // A refusal in the middle of a receipt may leave one begun; the counters of the day tell.
        const isSure = told.failure.trouble === 'unreachable' || told.failure.trouble === 'rights';
        return isSure ? told : { outcome: 'unknown', failure: told.failure };
      }
      const printed = printedOf(told.result);
      const now = await memory();
      if (now.outcome !== 'done') return { outcome: 'unknown', failure: now.failure };
      if (printed?.z !== now.result.z || printed.serial !== now.result.serial) return unreadable();
      return { outcome: 'done', result: { ...newest(now.result), ...printed, total: order.total } };
    },
    async last() {
      const told = await memory();
      return told.outcome === 'done' ? { outcome: 'done', result: newest(told.result) } : told;
    },
    async position() {
      const told = await memory();
      if (told.outcome !== 'done') return told;
      const { z, number, serial, sum, moves } = told.result;
      return { outcome: 'done', result: { z, number, serial, sum, moves } };
    },
    find,
    async openDay(cash) {
      const told = await tell(openDayCommand(cash), reportMs);
      if (told.outcome === 'not-done' && isOpenAlready({ code: 0, text: told.failure.text, values: {} }))
        return { outcome: 'done', result: null };
      return nothing(told);
    },
    async setEuro(rate, day) {
      const data = { dPrepRate: rate, sPrepDate: day.replaceAll('-', '.') };
      return nothing(await tell({ command: 'setEuroParams', data }));
    },
    moveCash: async (move) => nothing(await tell(cashCommand(move), receiptMs)),
    async report(kind) {
      const before = await memory();
      if (before.outcome !== 'done') return before;
      const told = await tell({ command: kind === 'Z' ? 'closeDay' : 'autoCashReport' }, reportMs);
      return told.outcome === 'done' ? { outcome: 'done', result: { z: before.result.z } } : told;
    },
    async state(): Promise<Outcome<FiscalPrinterState>> {
      const told = await memory();
      if (told.outcome !== 'done') return told;
      const { serial, z, isPaperLow } = told.result;
      return {
        outcome: 'done',
        result: {
          ...{ serial, z, dayOpen: null, paperNearEnd: isPaperLow, offline: null, drawerOpen: null },
          ...{ memoryNearlyFull: null, memoryFull: null, receiptOpen: false, certificateExpires: null },
          unsent: null,
        },
      };
    },
    // Numbers go by day of the printer (closure), not by date.
    reprint: (day, number) => copy(day, number),
    async print(lines) {
      const texts = lines.map((line) => line.slice(0, MOST_LINE));
      const data = { iTextCnt: String(texts.length), texts };
      return nothing(await tell({ command: 'printNonFiscal', data }, receiptMs));
    },
    async display(text) {
      for (const row of [0, 1]) {
        const message = text.slice(row * DISPLAY_ROW, (row + 1) * DISPLAY_ROW).padEnd(DISPLAY_ROW);
        const data = { row: String(row + 1), clear: row === 0 ? '1' : '0', message };
        const told = await tell({ command: 'writeDisplay', data });
        if (told.outcome !== 'done') return told;
      }
      return { outcome: 'done', result: null };
    },
    openDrawer: async () => nothing(await tell({ command: 'openDrawer' })),
    setClock: () => Promise.resolve(notDone('wrong-order', 'the control unit sets its clock by itself')),
  };

  /** @param closure number of the day, with the type of the document before it: `SZ12` */
  async function copy(closure: string, number: number): Promise<Outcome<null>> {
    const [, type, z] = /^(NY|SZ)(\d{1,4})$/.exec(closure) ?? [];
    if (z === undefined) throw new RangeError(`${closure} is no closure`);
    const data = { iType: COPY_OF[type as keyof typeof COPY_OF], iClosure: z, iNumber: String(number) };
    return nothing(await tell({ command: 'printVoucherCopy', data }, receiptMs));
  }
}

function nothing(told: Outcome<Result>): Outcome<null> {
  return told.outcome === 'done' ? { outcome: 'done', result: null } : told;
}

function notDone(trouble: Failure['trouble'], text: string): { outcome: 'not-done'; failure: Failure } {
  return { outcome: 'not-done', failure: { trouble, text } };
}

function unknown(trouble: Failure['trouble'], text: string): { outcome: 'unknown'; failure: Failure } {
  return { outcome: 'unknown', failure: { trouble, text } };
}

function unreadable(): { outcome: 'unknown'; failure: Failure } {
  return unknown('unreadable', 'the answer lacks what was asked for');
}
