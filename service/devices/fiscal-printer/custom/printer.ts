/**
 * Driver of Custom's fiscal printers for Italy of the third generation (K3, Q3X, KUBE X, Fusion):
 * XML over HTTP, `/xml/printer.htm` (Custom, web services commands manual 2.00).
 */
import type {
  Extract,
  Failure,
  FiscalDocument,
  FiscalPrinter,
  Order,
  Outcome,
  Position,
} from '../contract.ts';
import { decide } from '../decide.ts';
import type { Connection } from '../web.ts';
import { element } from '../xml.ts';
import { countOf, lastPrinted, momentOf, rateOf, type Answer } from './answers.ts';
import { readState } from './state.ts';
import { conversation, done, isSerial, nothing, read, readText, unreadable } from './conversation.ts';
import { fitted } from '../fitted.ts';
import { impossible, MOST_LINE, receiptElements } from './receipt.ts';

/** How to drive a printer. */
export interface CustomOptions extends Connection {
  /** Longest time for a receipt, ms; it is on paper by then. */
  receiptMs?: number;
  /** Longest time for questions and reports. */
  questionMs?: number;
  reportMs?: number;
  /** Today, `YYYY-MM-DD`. */
  today(): string;
}

const RECEIPT_MS = 15_000;
const QUESTION_MS = 5000;
const REPORT_MS = 90_000;
const DISPLAY = 40;
/** Entries of the table of rates. */
const RATES = 12;
/** Highest number of a document within its day. */
const LAST_NUMBER = 9999;
/** Types of a document in the electronic journal: sale, annulment, return. */
const JOURNAL_TYPES = [1, 18, 19];
/** Commands that print out of the memories, by what they print. */
const EXTRACTS: Readonly<Record<Extract, string>> = {
  ...{ closings: '5002', sum: '5003', memory: '5004', journal: '8001' },
};

/** @returns a driver; it opens nothing until it is asked */
export function customPrinter(options: CustomOptions): FiscalPrinter {
  const { receiptMs = RECEIPT_MS, questionMs = QUESTION_MS, reportMs = REPORT_MS } = options;

  const talk = conversation(options, questionMs);
  const { ask, command, direct } = talk;

  async function identity(): Promise<Outcome<{ serial: string; closed: number; info: Answer['info'] }>> {
    return read(await command('getInfo'), ({ info }) => {
      const { serialNumber = '', zSetNumber = '' } = info;
      if (!isSerial(serialNumber) || !/^\d{1,4}$/.test(zSetNumber)) return null;
      return { serial: serialNumber, closed: Number(zSetNumber), info };
    });
  }

  /** Whether the journal has a document of a day. */
  async function isStored(z: number, number: number): Promise<Outcome<boolean>> {
    for (const docType of JOURNAL_TYPES) {
      const attributes = { zNum: z, docNum: number, docType };
      const told = await command('getDocumentFromEj', attributes);
      if (told.outcome !== 'done') return told;
      const { responseBuf = '' } = told.result.info;
      if (!/^[01]/.test(responseBuf)) return unreadable();
      if (responseBuf.startsWith('1')) return { outcome: 'done', result: true };
    }
    return { outcome: 'done', result: false };
  }

  /**
   * Number of the newest document of a day: they are counted from 1 without a gap, so that halving finds it.
   * @param counted what the counters say, where they are of that day
   */
  async function newestOf(z: number, counted: number): Promise<Outcome<number>> {
    let [stored, missing, step] = [0, LAST_NUMBER + 1, 1];
    let next = Math.max(1, counted);
    while (missing - stored > 1) {
      const isThere = await isStored(z, next);
      if (isThere.outcome !== 'done') return isThere;
      if (isThere.result) stored = next;
      else missing = next;
      const isBounded = missing <= LAST_NUMBER;
      next = isBounded ? Math.floor((stored + missing) / 2) : Math.min(stored + step, LAST_NUMBER);
      step *= 2;
    }
    return done(stored);
  }

  async function last(): Promise<Outcome<FiscalDocument>> {
    const known = await identity();
    if (known.outcome !== 'done') return known;
    const { serial, closed } = known.result;
    const count = await readText(direct('1115'), countOf);
    if (count.outcome !== 'done') return count;
    // A day is closed only after a sale, so that an empty one follows that of the last document.
    const z = count.result > 0 ? closed + 1 : closed;
    if (z === 0) return done({ z, number: 0, time: '', serial, total: 0, vat: null });
    const printed = await readText(direct('1017'), lastPrinted);
    if (printed.outcome !== 'done') return printed;
    const time = await readText(direct('1107'), (data) => momentOf(data, '1107'));
    if (time.outcome !== 'done') return time;
    const { isFiscal, number, total, isCancelled } = printed.result;
    if (isFiscal && !isCancelled) return done({ z, number, time: time.result, serial, total, vat: null });
    // Something else came out last: the journal knows the newest document.
    const newest = await newestOf(z, count.result);
    if (newest.outcome !== 'done') return newest;
    return done({ z, number: newest.result, time: time.result, serial, total: 0, vat: null });
  }

  /** Whether a receipt is begun and not finished. */
  async function isReceiptOpen(): Promise<Outcome<boolean>> {
    return read(await command('queryPrinterStatus'), ({ info: { fpStatus = '' } }) =>
      /^[01]{3}$/.test(fpStatus) ? fpStatus !== '000' : null,
    );
  }

  /** Takes back what was begun, as after a power cut in the middle of a receipt. */
  async function withoutOpenReceipt(): Promise<Outcome<unknown>> {
    const told = await isReceiptOpen();
    if (told.outcome !== 'done' || !told.result) return told;
    const reset = await command('resetPrinter');
    if (reset.outcome !== 'done') return reset;
    const after = await isReceiptOpen();
    if (after.outcome !== 'done' || !after.result) return after;
    return { outcome: 'unknown', failure: { trouble: 'busy', text: 'it is still at a receipt' } };
  }

  async function find({ total }: Pick<Order, 'total'>, before: Position): Promise<Outcome<FiscalDocument>> {
    const unknown = (failure: Failure) => ({ outcome: 'unknown' as const, failure });
    const clean = await withoutOpenReceipt();
    if (clean.outcome !== 'done') return unknown(clean.failure);
    const newest = await last();
    if (newest.outcome !== 'done') return unknown(newest.failure);
    const verdict = decide(before, newest.result, total);
    if (verdict === 'printed') return newest;
    const { z, number } = newest.result;
    const text = `document ${z}-${number} follows ${before.z}-${before.number}`;
    return verdict === 'not-printed'
      ? { outcome: 'not-done', failure: { trouble: 'no-answer', text: 'the printer was not reached' } }
      : unknown({ trouble: 'wrong-order', text });
  }

  return {
    extracts: ['closings', 'sum', 'journal', 'memory'],
    last,
    find,
    async register(order) {
      const why = impossible(order);
      if (why !== null) return { outcome: 'not-done', failure: { trouble: 'wrong-order', text: why } };
      const told = await ask('printerFiscalReceipt', receiptElements(order, options.today()), receiptMs);
      if (told.outcome !== 'done') {
        // A refusal in the middle leaves a receipt open; nothing can be said before it is gone.
        const { trouble } = told.failure;
        return trouble === 'unreachable' || trouble === 'rights'
          ? told
          : { outcome: 'unknown', failure: told.failure };
      }
      const newest = await last();
      if (newest.outcome !== 'done') return { outcome: 'unknown', failure: newest.failure };
      const { nClose, fiscalDoc } = told.result.info;
      const { z, number, total } = newest.result;
      return Number(nClose) === z && Number(fiscalDoc) === number && total === order.total
        ? newest
        : unreadable();
    },
    async report(kind) {
      const told = await ask('printerFiscalReport', [element(`print${kind}Report`)], reportMs);
      if (told.outcome !== 'done') return told;
      // The answer names the day on some programs of the printer alone.
      const known = await identity();
      if (known.outcome !== 'done') return { outcome: 'unknown', failure: known.failure };
      return done({ z: kind === 'Z' ? known.result.closed : known.result.closed + 1 });
    },
    async state() {
      const known = await identity();
      if (known.outcome !== 'done') return known;
      const { serial, closed, info } = known.result;
      const count = await readText(direct('1115'), countOf);
      if (count.outcome !== 'done') return count;
      return readState(talk, { serial, closed, documents: count.result, info });
    },
    async reprint(day, number) {
      const document = String(number).padStart(4, '0');
      return nothing(await direct('8002', `${shortDay(day)}${document}${document}0`));
    },
    async extract(what, from, till) {
      const data =
        what === 'memory' ? '' : `${shortDay(from)}${shortDay(till)}${what === 'journal' ? '0' : ''}`;
      return nothing(
        await ask('printerCommand', [element('directIO', { command: EXTRACTS[what], data })], reportMs),
      );
    },
    async rates() {
      const found = [];
      for (let numVat = 1; numVat <= RATES; numVat++) {
        const told = await command('getVatRate', { numVat });
        // Printers have tables of different lengths.
        if (told.outcome !== 'done' && told.failure.trouble !== 'wrong-order') return told;
        if (told.outcome !== 'done') break;
        const rate = rateOf(told.result.info.responseBuf ?? '');
        if (rate) found.push(rate);
      }
      return done(found);
    },
    async print(lines) {
      const body = lines
        .flatMap((line) => fitted(line, MOST_LINE))
        .map((data) => element('printNormal', { font: 3, data }));
      return nothing(
        await ask(
          'printerNotFiscal',
          [element('beginNotFiscal'), ...body, element('endNotFiscal')],
          receiptMs,
        ),
      );
    },
    display: async (text) => nothing(await command('displayText', { data: text.slice(0, DISPLAY) })),
    openDrawer: async () => nothing(await command('openDrawer')),
    async setClock(time) {
      const [, hour, minute] = /T(\d\d):(\d\d)/.exec(time) ?? [];
      if (minute === undefined) throw new RangeError(`${time} is no time`);
      return nothing(
        await command('setDateTime', { date: `${shortDay(time.slice(0, 10))}${hour!}${minute}` }),
      );
    },
  };
}

/** `2026-11-20` is `201126`. */
function shortDay(day: string): string {
  const [, year, month, date] = /^\d\d(\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (date === undefined) throw new RangeError(`${day} is no day`);
  return `${date}${month!}${year!}`;
}
