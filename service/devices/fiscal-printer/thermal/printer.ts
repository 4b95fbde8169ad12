/** Driver of Polish fiscal printers that speak the old protocol (Posnet Thermal 1.01; Novitus, Elzab): a serial line, USB or TCP. */
import type {
  DeviceRate,
  Failure,
  FiscalDocument,
  FiscalPrinter,
  FiscalPrinterState,
  Order,
  Outcome,
  Position,
  Trouble,
} from '../contract.ts';
import { converse, isLost, type Conversation, type Lost, type PortConnection } from '../conversation.ts';
import { decide } from '../decide.ts';
import { cents } from '../noviapi/receipt.ts';
import { CAN, DLE, ENQ, frame, Frames, periodReport } from './frame.ts';
import { receiptCommands } from './receipt.ts';

/** How to drive a printer. */
export interface ThermalOptions extends PortConnection {
  /** Longest time for a receipt, ms; it is on paper by then. */
  receiptMs: number;
  /** Longest time for all questions that are asked at once. */
  questionMs: number;
  reportMs?: number;
  /** Local time, `YYYY-MM-DDThh:mm:ss`: the printer does not tell its own. */
  now: () => string;
}

const REPORT_MS = 90_000;
const PTU = 'ABCDEFG';
const EXEMPTION = 'ZW';
/** What stands for a rate: exempt, and not programmed. */
const [EXEMPT, UNUSED] = ['100.00', '101.00'];
/** Nothing was sold since the last daily report. */
const NOTHING_SOLD = 35;
/** Nothing is open that could be cancelled. */
const NOTHING_OPEN = [21, 29];

/** Codes of errors; everything else is `refused`. */
const TROUBLES: Readonly<Record<number, Trouble>> = {
  ...{ 1: 'wrong-clock', 5: 'wrong-clock', 7: 'wrong-clock', 10: 'wrong-clock', 36: 'wrong-clock' },
  ...{ 2: 'wrong-order', 3: 'wrong-order', 4: 'wrong-order', 21: 'wrong-order', 6: 'memory-full' },
  ...{ 8: 'closing-needed', 11: 'wrong-rate', 18: 'wrong-rate', 39: 'wrong-rate', 40: 'busy' },
};

/** Bits of the answers of one byte. */
const [ERROR, NO_PAPER] = [1, 2];
const IN_TRANSACTION = 2;

/** @returns a driver; it opens nothing until it is asked */
export function thermalPrinter(options: ThermalOptions): FiscalPrinter {
  const { receiptMs, questionMs, reportMs = REPORT_MS, now } = options;
  const talk = <T>(ms: number, work: (line: Conversation) => Promise<Outcome<T>>) =>
    converse(options, ms, work);
  const unable = (text: string) =>
    Promise.resolve({ outcome: 'not-done', failure: { trouble: 'refused', text } } as const);
  const printed = (memory: Memory): FiscalDocument => ({
    ...{ z: 0, number: memory.count, time: '', serial: memory.serial },
    ...{ total: 0, sum: memory.sum, vat: null },
  });

  async function newest(line: Conversation): Promise<Outcome<FiscalDocument>> {
    const told = await memoryOf(line);
    return told.outcome === 'done' ? { outcome: 'done', result: printed(told.result) } : told;
  }

  async function register(line: Conversation, order: Order): Promise<Outcome<FiscalDocument>> {
    const failure = await start(line);
    if (failure) return { outcome: 'not-done', failure };
    for (const data of receiptCommands(order)) {
      const told = await command(line, data);
      if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
      if (told.code === 0) continue;
      const cancelled = await command(line, '0$e');
      const isGone = !isLost(cancelled) && (cancelled.code === 0 || NOTHING_OPEN.includes(cancelled.code));
      return { outcome: isGone ? 'not-done' : 'unknown', failure: refusal(data, told.code) };
    }
    const told = await newest(line);
    if (told.outcome !== 'done') return { outcome: 'unknown', failure: told.failure };
    return { outcome: 'done', result: { ...told.result, time: now(), total: order.total } };
  }

  async function find(
    line: Conversation,
    { total }: Pick<Order, 'total'>,
    before: Position,
  ): Promise<Outcome<FiscalDocument>> {
    const failure = await start(line, false);
    if (failure) return { outcome: 'unknown', failure };
    const told = await newest(line);
    if (told.outcome !== 'done') return { outcome: 'unknown', failure: told.failure };
    const verdict = decide(before, told.result, total);
    if (verdict === 'printed') return { outcome: 'done', result: { ...told.result, time: now(), total } };
    if (verdict === 'not-printed')
      return {
        outcome: 'not-done',
        failure: { trouble: 'no-answer', text: 'the receipt is not in the memory' },
      };
    const text = `receipt ${told.result.number} follows ${before.number}`;
    return { outcome: 'unknown', failure: { trouble: 'wrong-order', text } };
  }

  async function closeDay(line: Conversation): Promise<Outcome<{ z: number; isEmpty?: boolean }>> {
    const failure = await start(line);
    if (failure) return { outcome: 'not-done', failure };
    const [year, month, day] = now().slice(2, 10).split('-').map(Number);
    const data = `1;${year};${month};${day}#r`;
    const told = await command(line, data);
    if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
    if (told.code === NOTHING_SOLD) return { outcome: 'done', result: { z: 0, isEmpty: true } };
    if (told.code !== 0) return { outcome: 'not-done', failure: refusal(data, told.code) };
    return { outcome: 'done', result: { z: 0 } };
  }

  /** A command that is no receipt. @param prints it is needed with paper */
  const simple = (ms: number, data: string, prints: boolean) =>
    talk<null>(ms, async (line) => {
      const failure = await start(line, prints);
      if (failure) return { outcome: 'not-done', failure };
      const told = await command(line, data);
      if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
      return told.code === 0
        ? { outcome: 'done', result: null }
        : { outcome: 'not-done', failure: refusal(data, told.code) };
    });

  return {
    isTextless: true,
    register: (order) => talk(receiptMs, (line) => register(line, order)),
    last: () => talk(questionMs, newest),
    find: (order, before) => talk(questionMs, (line) => find(line, order, before)),
    report: (kind) => (kind === 'Z' ? talk(reportMs, closeDay) : unable('the protocol has no such report')),
    rates: () =>
      talk(questionMs, async (line) => {
        const told = await memoryOf(line);
        return told.outcome === 'done' ? { outcome: 'done', result: told.result.rates } : told;
      }),
    state: () => talk(questionMs, readState),
    reprint: () => unable('the protocol prints no document again'),
    print: () => unable('the protocol has no free text'),
    display: () => unable('the display of the printer shows its own texts'),
    openDrawer: () => simple(questionMs, '1$d', false),
    extracts: ['closings'],
    extract: (_what, from, till) => simple(reportMs, periodReport(from, till), true),
    setClock: () => unable('the clock is set at the printer'),
  };
}

function refusal(data: string, code: number): Failure {
  const name = /[$#][a-z]/i.exec(data)?.[0] ?? data;
  return { trouble: TROUBLES[code] ?? 'refused', text: `the printer answers ${name} with error ${code}` };
}

/** A question of one byte, and its answer. */
async function bits(line: Conversation, question: number): Promise<number | Lost> {
  return line.ask(Buffer.of(question), (bytes) => bytes.at(-1) ?? null);
}

/** A command, and the code of what became of it: 0 is good. */
async function command(line: Conversation, data: string): Promise<{ code: number } | Lost> {
  const frames = new Frames();
  return line.ask(frame(data), (bytes) => {
    for (const answer of frames.push(bytes)) {
      const [, code] = /^(\d{1,3})#Z/.exec(answer) ?? [];
      if (code !== undefined) return { code: Number(code) };
    }
    return null;
  });
}

/**
 * Ends what a till before has begun, and has errors told.
 * @param prints it is needed with paper
 */
async function start(line: Conversation, prints = true): Promise<Failure | null> {
  const state = await bits(line, DLE);
  if (isLost(state)) return state.lost;
  if (prints && (state & NO_PAPER) !== 0) return { trouble: 'paper', text: 'the printer has no paper' };
  if (prints && (state & ERROR) !== 0) return { trouble: 'cover', text: 'the mechanism reports an error' };
  // What was sent by halves is forgotten; the byte has no answer, so that the next question comes with it.
  const last = await line.ask(Buffer.of(CAN, CAN, CAN, ENQ), (bytes) => bytes.at(-1) ?? null);
  if (isLost(last)) return last.lost;
  const told = await command(line, '3#e');
  if (isLost(told)) return told.lost;
  if (told.code !== 0) return refusal('3#e', told.code);
  if ((last & IN_TRANSACTION) === 0) return null;
  const cancelled = await command(line, '0$e');
  if (isLost(cancelled)) return cancelled.lost;
  return cancelled.code === 0 || NOTHING_OPEN.includes(cancelled.code)
    ? null
    : refusal('0$e', cancelled.code);
}

/** What the memory tells of the open day. */
interface Memory {
  serial: string;
  /** Receipts of the day. */
  count: number;
  sum: number;
  rates: DeviceRate[];
}

async function memoryOf(line: Conversation): Promise<Outcome<Memory>> {
  const frames = new Frames();
  const answer = await line.ask(frame('23#s'), (bytes) => frames.push(bytes).at(-1) ?? null);
  if (isLost(answer)) return { outcome: 'unknown', failure: answer.lost };
  const memory = readMemory(answer);
  if (memory) return { outcome: 'done', result: memory };
  return { outcome: 'unknown', failure: { trouble: 'unreadable', text: 'the answer to #s makes no sense' } };
}

/** Reads `1#X` status; rates A to G, receipts of the day, totals A to G, cash, unique number, parted by `/`. */
export function readMemory(answer: string): Memory | null {
  const [, data] = /^1#X(.*)$/s.exec(answer) ?? [];
  const fields = (data ?? '').split('/');
  if (fields.at(-1) === '') fields.pop();
  const [, ...rest] = fields;
  if (rest.length !== PTU.length * 2 + 3) return null;
  const rates: DeviceRate[] = [];
  for (const [department, text] of rest.slice(0, PTU.length).entries()) {
    const [, whole, part = ''] = /^(\d{1,3})\.(\d\d)$/.exec(text) ?? [];
    if (whole === undefined) return null;
    if (text === UNUSED) continue;
    const fraction = part === '00' ? '' : `.${part.replace(/0$/, '')}`;
    if (text === EXEMPT) rates.push({ department, rate: '0', nature: EXEMPTION });
    else rates.push({ department, rate: `${Number(whole)}${fraction}`, nature: null });
  }
  const count = rest[PTU.length]!;
  const totals = rest.slice(PTU.length + 1, -2).map(cents);
  const serial = rest.at(-1)!.trim();
  if (!/^\d{1,9}$/.test(count) || totals.includes(null) || !/^[\w -]{1,30}$/.test(serial)) return null;
  const sum = totals.reduce<number>((all, total) => all + total!, 0);
  return { serial, count: Number(count), sum, rates };
}

async function readState(line: Conversation): Promise<Outcome<FiscalPrinterState>> {
  const mechanism = await bits(line, DLE);
  if (isLost(mechanism)) return { outcome: 'unknown', failure: mechanism.lost };
  const last = await bits(line, ENQ);
  if (isLost(last)) return { outcome: 'unknown', failure: last.lost };
  const told = await memoryOf(line);
  if (told.outcome !== 'done') return told;
  const { serial, count } = told.result;
  const paperEnd = (mechanism & NO_PAPER) !== 0;
  const coverOpen = !paperEnd && (mechanism & ERROR) !== 0;
  return {
    outcome: 'done',
    result: {
      ...{ serial, z: 0, dayOpen: count > 0, paperNearEnd: null, offline: paperEnd || coverOpen },
      ...{ drawerOpen: null, memoryNearlyFull: null, memoryFull: null, paperEnd, coverOpen },
      ...{ receiptOpen: (last & IN_TRANSACTION) !== 0, certificateExpires: null, unsent: null },
    },
  };
}
