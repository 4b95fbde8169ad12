/** Driver of Posnet's online fiscal printers (Poland): the Posnet protocol over TCP, a serial line or USB. */
import type { Failure, FiscalDocument, FiscalPrinter, Order, Outcome, Position } from '../contract.ts';
import { converse, isLost, type Conversation, type PortConnection } from '../conversation.ts';
import { decide } from '../decide.ts';
import { flag, lastDocument, mechanismTrouble, number, ratesOf, time, type Values } from './answers.ts';
import { command, refusal, type Told } from './command.ts';
import type { Parameter } from './frame.ts';
import { receiptCommands } from './receipt.ts';
import { readState } from './state.ts';

/** How to drive a printer. */
export interface PosnetOptions extends PortConnection {
  /** Longest time for a receipt, ms; it is on paper by then. */
  receiptMs: number;
  /** Longest time for all questions that are asked at once. */
  questionMs: number;
  reportMs?: number;
}

const REPORT_MS = 90_000;
/** A form of free lines, and its heading "non-fiscal document". */
const FORM = 200;
const HEADING = 84;
/** Characters of a line of a form, in the small font that all models have. */
const MOST_LINE = 48;
/** Nothing is open that could be cancelled. */
const NOTHING_OPEN = [2064, 2005];
const ALREADY_OPEN = [2038, 2062, 2506];
/** Nothing was sold since the last daily report. */
const NOTHING_SOLD = 382;
/** Commands that begin a receipt, and an invoice. */
const BEGINS: ReadonlySet<string> = new Set(['trinit', 'trfvinit']);

/** @returns a driver; it opens nothing until it is asked */
export function posnetPrinter(options: PosnetOptions): FiscalPrinter {
  const { receiptMs, questionMs, reportMs = REPORT_MS } = options;
  const talk = <T>(ms: number, work: (line: Conversation) => Promise<Outcome<T>>) =>
    converse(options, ms, work);

  /** Commands that only ask or configure: what was refused or lost was not done. */
  const simple = (ms: number, name: string, parameters: readonly Parameter[] = []) =>
    talk<null>(ms, async (line) => {
      const told = await command(line, name, parameters);
      if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
      if (told.error !== null) return { outcome: 'not-done', failure: refusal(name, told.error) };
      return { outcome: 'done', result: null };
    });

  return {
    register: (order) => talk(receiptMs, (line) => register(line, order)),
    last: () => talk(questionMs, newest),
    find: async (order, before) => {
      const told = await talk(questionMs, (line) => find(line, order, before));
      if (told.outcome !== 'unknown' || told.failure.trouble !== 'no-answer') return told;
      // A printer without paper waits with its answers, but for this one.
      const trouble = await talk<null>(questionMs, async (line) => (await atMechanism(line)) ?? DONE);
      return trouble.outcome === 'not-done' && trouble.failure.trouble !== 'unreachable'
        ? { outcome: 'unknown', failure: trouble.failure }
        : told;
    },
    report: (kind) => talk(reportMs, (line) => (kind === 'Z' ? closeDay(line) : shiftReport(line))),
    printsInvoices: true,
    extracts: ['closings', 'sum'],
    extract: (what, from, till) =>
      simple(reportMs, 'periodicrepbydates', [
        ['fd', from],
        ['td', till],
        ['su', what === 'sum'],
      ]),
    rates: () =>
      talk(questionMs, async (line) => {
        const told = await command(line, 'sfsk');
        return readOf(told, 'sfsk', ratesOf);
      }),
    state: () => talk(questionMs, readState),
    reprint: () => Promise.resolve(unable('the protocol prints no document again')),
    print: (lines) => talk(receiptMs, (line) => printForm(line, lines)),
    display: () => Promise.resolve(unable('the display of the printer shows its own texts')),
    openDrawer: () => simple(questionMs, 'opendrwr'),
    setClock: (local) => simple(questionMs, 'rtcset', [['da', local.slice(0, 16).replace('T', ';')]]),
  };
}

const DONE = { outcome: 'done', result: null } as const;

function unable(text: string): Outcome<null> {
  return { outcome: 'not-done', failure: { trouble: 'refused', text } };
}

function unreadable(name: string): { outcome: 'unknown'; failure: Failure } {
  return {
    outcome: 'unknown',
    failure: { trouble: 'unreadable', text: `the answer to ${name} lacks what was asked for` },
  };
}

function readOf<T>(told: Told, name: string, how: (values: Values) => T | null): Outcome<T> {
  if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
  if (told.error !== null) return { outcome: 'not-done', failure: refusal(name, told.error) };
  const result = how(told.values);
  return result === null ? unreadable(name) : { outcome: 'done', result };
}

/** What is the matter with paper and cover; null for nothing, or where it does not tell. */
async function atMechanism(line: Conversation): Promise<Outcome<never> | null> {
  const told = await command(line, '!sprn');
  if (isLost(told)) return { outcome: 'not-done', failure: told.lost };
  const trouble = told.error === null ? mechanismTrouble(told.values) : null;
  if (trouble === null) return null;
  const text = `the mechanism reports ${told.values.get('pr')}`;
  return { outcome: 'not-done', failure: { trouble, text } };
}

/** The newest document in the memory. */
async function newest(line: Conversation): Promise<Outcome<FiscalDocument>> {
  const answers: Values[] = [];
  for (const name of ['scnt', 'stot']) {
    const told = await command(line, name);
    if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
    if (told.error !== null) return { outcome: 'unknown', failure: refusal(name, told.error) };
    answers.push(told.values);
  }
  const [scnt, stot] = answers as [Values, Values];
  const document = lastDocument(scnt, stot);
  return document ? { outcome: 'done', result: document } : unreadable('scnt');
}

async function register(line: Conversation, order: Order): Promise<Outcome<FiscalDocument>> {
  const trouble = await atMechanism(line);
  if (trouble) return trouble;
  let isInMemory = false;
  for (const [name, parameters] of receiptCommands(order)) {
    let told = await command(line, name, parameters);
    if (BEGINS.has(name) && !isLost(told) && told.error !== null && ALREADY_OPEN.includes(told.error)) {
      // Left open by a till that was switched off: nothing else is at this printer now.
      const cancelled = await command(line, 'prncancel');
      if (!isLost(cancelled) && cancelled.error === null) told = await command(line, name, parameters);
    }
    if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
    if (told.error !== null && !isInMemory) return takenBack(line, refusal(name, told.error));
    if (name === 'trend') isInMemory = true;
  }
  const told = await newest(line);
  if (told.outcome !== 'done') return { outcome: 'unknown', failure: told.failure };
  return { outcome: 'done', result: { ...told.result, total: order.total } };
}

/** A receipt that was refused is not finished: it is cancelled, and only then nothing was printed. */
async function takenBack(line: Conversation, failure: Failure): Promise<Outcome<never>> {
  const told = await command(line, 'prncancel');
  const isGone = !isLost(told) && (told.error === null || NOTHING_OPEN.includes(told.error));
  return { outcome: isGone ? 'not-done' : 'unknown', failure };
}

/** Ends what is open: a receipt is cancelled, one that is in the memory gets the end of its paper. */
async function withoutOpenReceipt(line: Conversation): Promise<Failure | null> {
  for (const isSecond of [false, true]) {
    const told = await command(line, 'strns');
    if (isLost(told)) return told.lost;
    const isOpen = number(told.values, 'to') !== 0;
    const isUnfinished = flag(told.values, 'fe') === true;
    if (told.error === null && !isOpen && !isUnfinished) return null;
    if (isSecond) break;
    const ended = await command(line, isUnfinished && !isOpen ? 'trftrend' : 'prncancel');
    if (isLost(ended)) return ended.lost;
  }
  return { trouble: 'busy', text: 'it is still at a receipt' };
}

async function find(
  line: Conversation,
  { total }: Pick<Order, 'total'>,
  before: Position,
): Promise<Outcome<FiscalDocument>> {
  const failure = await withoutOpenReceipt(line);
  if (failure) return { outcome: 'unknown', failure };
  const told = await newest(line);
  if (told.outcome !== 'done') return { outcome: 'unknown', failure: told.failure };
  const verdict = decide(before, told.result, total);
  if (verdict === 'printed') return { outcome: 'done', result: { ...told.result, total } };
  if (verdict === 'not-printed')
    return {
      outcome: 'not-done',
      failure: { trouble: 'no-answer', text: 'the receipt is not in the memory' },
    };
  const { z, number: last } = told.result;
  const text = `receipt ${z}/${last} follows ${before.z}/${before.number}`;
  return { outcome: 'unknown', failure: { trouble: 'wrong-order', text } };
}

/** The daily report; the printer compares the day with its own clock. */
async function closeDay(line: Conversation): Promise<Outcome<{ z: number; isEmpty?: boolean }>> {
  const trouble = await atMechanism(line);
  if (trouble) return trouble;
  const clock = await command(line, 'rtcget');
  const day = isLost(clock) ? null : (time(clock.values.get('da'))?.slice(0, 10) ?? null);
  if (isLost(clock)) return { outcome: 'not-done', failure: clock.lost };
  if (day === null) return { outcome: 'not-done', failure: unreadable('rtcget').failure };
  const told = await command(line, 'dailyrep', [['da', day]]);
  if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
  const isEmpty = told.error === NOTHING_SOLD;
  if (told.error !== null && !isEmpty)
    return { outcome: 'not-done', failure: refusal('dailyrep', told.error) };
  const counters = await command(line, 'scnt');
  const z = isLost(counters) ? null : number(counters.values, 'rd');
  return z === null ? unreadable('scnt') : { outcome: 'done', result: { z, ...(isEmpty && { isEmpty }) } };
}

/** What was sold so far: the report of a shift, which changes nothing. */
async function shiftReport(line: Conversation): Promise<Outcome<{ z: number }>> {
  const counters = await command(line, 'scnt');
  const closed = isLost(counters) ? null : number(counters.values, 'rd');
  if (closed === null) return unreadable('scnt');
  const told = await command(line, 'shiftrep', [
    ['sh', 'X'],
    ['zr', false],
  ]);
  if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
  if (told.error !== null) return { outcome: 'not-done', failure: refusal('shiftrep', told.error) };
  return { outcome: 'done', result: { z: closed + 1 } };
}

/** Text that is no receipt: a form of free lines. */
async function printForm(line: Conversation, lines: readonly string[]): Promise<Outcome<null>> {
  const trouble = await atMechanism(line);
  if (trouble) return trouble;
  const form: Parameter = ['fn', FORM];
  const commands: [string, Parameter[]][] = [
    ['formstart', [form, ['fh', HEADING]]],
    ...lines.map((text): [string, Parameter[]] =>
      text.trim() === ''
        ? ['formcmd', [form, ['cm', 0]]]
        : ['formtinyline', [form, ['s1', text.slice(0, MOST_LINE)]]],
    ),
    ['formend', [form]],
  ];
  for (const [name, parameters] of commands) {
    const told = await command(line, name, parameters);
    if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
    if (told.error !== null) return takenBack(line, refusal(name, told.error));
  }
  return DONE;
}
