/** Driver of Epson's fiscal printers for Italy (FP-81, FP-90III, FP-150): XML over HTTP, `fpmate.cgi`. */
import type {
  Failure,
  FiscalDocument,
  FiscalPrinter,
  Order,
  Outcome,
  Position,
  Trouble,
} from '../contract.ts';
import { decide } from '../decide.ts';
import { IS_LOST, lastDocument, stateOf, troubleOf } from './answers.ts';
import type { Connection } from '../web.ts';
import { element } from '../xml.ts';
import { readDepartments } from './departments.ts';
import { exchange } from './exchange.ts';
import { receiptCommands } from './receipt.ts';
import { message, type Answer } from './xml.ts';

/** How to drive a printer. */
export interface EpsonOptions extends Connection {
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
const OPERATOR = { operator: 1 };
const MOST_LINE = 46;
const DISPLAY = 40;
const LAST_NUMBER = 9999;
/** What is told of a question that it does not know. */
const UNKNOWN_THERE: ReadonlySet<Trouble> = new Set<Trouble>(['wrong-order', 'not-found', 'refused']);

/** @returns a driver; it opens nothing until it is asked */
export function epsonPrinter(options: EpsonOptions): FiscalPrinter {
  const { receiptMs = RECEIPT_MS, questionMs = QUESTION_MS, reportMs = REPORT_MS } = options;

  async function ask(
    root: string,
    commands: readonly string[],
    timeoutMs = questionMs,
  ): Promise<Outcome<Answer>> {
    const exchanged = await exchange(options, message(root, commands), timeoutMs);
    if ('failure' in exchanged) {
      const { failure, asked } = exchanged;
      return { outcome: asked ? 'unknown' : 'not-done', failure };
    }
    const { answer } = exchanged;
    if (answer.success) return { outcome: 'done', result: answer };
    const failure: Failure = {
      trouble: troubleOf(answer),
      text: `the printer says ${answer.code || 'no'} (${answer.status})`,
    };
    return { outcome: IS_LOST.has(failure.trouble) ? 'unknown' : 'not-done', failure };
  }

  const command = (name: string, attributes: Readonly<Record<string, string | number>>) =>
    ask('printerCommand', [element(name, { ...OPERATOR, ...attributes })]);

  const direct = (name: string, data: string, timeoutMs?: number) =>
    ask('printerCommand', [element('directIO', { command: name, data })], timeoutMs);

  async function last(): Promise<Outcome<FiscalDocument>> {
    return read(await direct('1387', '01'), ({ info }) => lastDocument(info.responseData ?? ''));
  }

  /** Whether a receipt is begun and not finished. */
  async function isReceiptOpen(): Promise<Outcome<boolean>> {
    return read(await command('queryPrinterStatus', { statusType: 1 }), ({ info: { printerStatus = '' } }) =>
      /^\d{5}$/.test(printerStatus) ? /[0345]/.test(printerStatus[3]!) : null,
    );
  }

  /** Takes back what was begun, as after a power cut in the middle of a receipt. */
  async function withoutOpenReceipt(): Promise<Outcome<unknown>> {
    const told = await isReceiptOpen();
    if (told.outcome !== 'done' || !told.result) return told;
    const reset = await command('resetPrinter', {});
    if (reset.outcome !== 'done') return reset;
    const after = await isReceiptOpen();
    if (after.outcome !== 'done' || !after.result) return after;
    return { outcome: 'unknown', failure: { trouble: 'busy', text: 'it is still at a receipt' } };
  }

  async function find({ total }: Pick<Order, 'total'>, before: Position): Promise<Outcome<FiscalDocument>> {
    const clean = await withoutOpenReceipt();
    if (clean.outcome !== 'done') return { outcome: 'unknown', failure: clean.failure };
    const newest = await last();
    if (newest.outcome !== 'done') return { outcome: 'unknown', failure: newest.failure };
    const verdict = decide(before, newest.result, total);
    if (verdict === 'printed') return newest;
    const { z, number } = newest.result;
    const text = `document ${z}-${number} follows ${before.z}-${before.number}`;
    return verdict === 'not-printed'
      ? { outcome: 'not-done', failure: { trouble: 'no-answer', text: 'the printer was not reached' } }
      : { outcome: 'unknown', failure: { trouble: 'wrong-order', text } };
  }

  /** Prints documents of a day once more. */
  async function reprint(day: string, first: number, last: number): Promise<Outcome<null>> {
    const four = (n: number) => String(n).padStart(4, '0');
    const data = `01${shortDay(day)}${four(first)}${four(last)}`;
    return nothing(await direct('3098', data, receiptMs));
  }

  return {
    async register(order) {
      const told = await ask('printerFiscalReceipt', receiptCommands(order, options.today()), receiptMs);
      if (told.outcome !== 'done') {
        // A refusal in the middle leaves a receipt open; nothing can be said before it is gone.
        if (told.outcome === 'unknown') return told;
        if (told.failure.trouble === 'unreachable' || told.failure.trouble === 'rights') return told;
        return { outcome: 'unknown', failure: told.failure };
      }
      // The answer has neither seconds nor, on all firmware, the serial number.
      const newest = await last();
      if (newest.outcome !== 'done') return { outcome: 'unknown', failure: newest.failure };
      const { fiscalReceiptNumber, zRepNumber } = told.result.info;
      const isSame =
        Number(fiscalReceiptNumber) === newest.result.number && Number(zRepNumber) === newest.result.z;
      return isSame && newest.result.total === order.total ? newest : unreadable('unknown');
    },
    last,
    find,
    async report(kind) {
      const commands = [element(kind === 'Z' ? 'printZReport' : 'printXReport', { ...OPERATOR, timeout: 0 })];
      const told = await ask('printerFiscalReport', commands, reportMs);
      return read(told, ({ info }) =>
        /^\d{1,4}$/.test(info.zRepNumber ?? '') ? { z: Number(info.zRepNumber) } : null,
      );
    },
    async state() {
      const newest = await last();
      if (newest.outcome !== 'done') return newest;
      return read(await command('queryPrinterStatus', { statusType: 1 }), (answer) =>
        stateOf(answer, newest.result),
      );
    },
    reprint: (day, number) => reprint(day, number, number),
    rates: () =>
      readDepartments(async (name, data) => {
        const told = await direct(name, data);
        // Programs that do not know the question, and departments that there are not.
        if (told.outcome === 'not-done' && UNKNOWN_THERE.has(told.failure.trouble))
          return { outcome: 'done', result: null };
        return read(told, ({ info }) => info.responseData ?? '');
      }),
    extracts: ['journal', 'sum'],
    async extract(what, from, till) {
      if (what === 'sum')
        return nothing(await direct('3014', `01${shortDay(from)}${shortDay(till)}`, reportMs));
      if (what !== 'journal') throw new RangeError(`${what} is nothing that it prints`);
      for (let day = from; day <= till; day = dayAfter(day)) {
        const told = await reprint(day, 1, LAST_NUMBER);
        // A day without a sale has nothing to print.
        if (told.outcome !== 'done' && told.failure.trouble !== 'not-found') return told;
      }
      return { outcome: 'done', result: null };
    },
    async print(lines) {
      const body = lines.map((data) =>
        element('printNormal', { ...OPERATOR, font: 1, data: data.slice(0, MOST_LINE) }),
      );
      const commands = [element('beginNonFiscal', OPERATOR), ...body, element('endNonFiscal', OPERATOR)];
      return nothing(await ask('printerNonFiscal', commands, receiptMs));
    },
    display: async (text) => nothing(await command('displayText', { data: text.slice(0, DISPLAY) })),
    openDrawer: async () => nothing(await command('openDrawer', {})),
    async setClock(time) {
      const [, year, month, day, hour, minute] = /^\d\d(\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(time) ?? [];
      if (minute === undefined) throw new RangeError(`${time} is no time`);
      return nothing(
        await command('setDate', { day: day!, month: month!, year: year!, hour: hour!, minute }),
      );
    },
  };
}

/** `201126` of `2026-11-20`. */
function shortDay(day: string): string {
  const [, year, month, date] = /^\d\d(\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (date === undefined) throw new RangeError(`${day} is no day`);
  return `${date}${month!}${year!}`;
}

/** @param day `YYYY-MM-DD` */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

function nothing(told: Outcome<Answer>): Outcome<null> {
  return told.outcome === 'done' ? { outcome: 'done', result: null } : told;
}

function read<T>(told: Outcome<Answer>, how: (answer: Answer) => T | null): Outcome<T> {
  if (told.outcome !== 'done') return told;
  const result = how(told.result);
  return result === null ? unreadable() : { outcome: 'done', result };
}

function unreadable(outcome: 'unknown' = 'unknown'): { outcome: 'unknown'; failure: Failure } {
  return { outcome, failure: { trouble: 'unreadable', text: 'the answer lacks what was asked for' } };
}
