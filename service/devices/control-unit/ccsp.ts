/** Driver of CleanCash units on a serial line (Retail Innovation): CCSP, protocol version 2. */
import type {
  ControlUnit,
  Registered,
  UnitFailure,
  UnitOutcome,
  UnitReceipt,
  UnitTrouble,
} from './contract.ts';
import { UNIT_RATES } from './contract.ts';
import { refused, talk, unreadable, type Ask } from './line.ts';
import { amount, shown } from './xml.ts';

/** Speed of the line, baud. */
const SPEED = 9600;
/** How often a message goes out that the unit has not understood. */
const TRIES = 3;
/** Length of a frame around its message. */
const AROUND = 11;
const [WELL, WARNING] = ['0', '1'];
const STORAGE_FULL = '2';
/** Conditions of the unit besides 0 (well) and 1 (warning). */
const CONDITIONS: Readonly<Record<string, UnitTrouble>> = {
  ...{ '2': 'refused', '3': 'broken', '4': 'broken', '5': 'busy' },
};
/** It has not understood: nothing was done, and the same goes out again. */
const MISHEARD = '001';
/** The counter of messages is not the one that it expects. */
const OTHER_COUNTER = '011';
/** What it says no with; after others nobody knows what was done. */
const REFUSALS: Readonly<Record<string, UnitTrouble>> = {
  ...{ [MISHEARD]: 'no-answer', '002': 'refused', '003': 'refused', '004': 'refused', '006': 'broken' },
  ...{ '007': 'register', '009': 'licence', '010': 'memory-full', [OTHER_COUNTER]: 'busy' },
};

/** Receipts that were answered on each line since the service started: messages are counted from 1. */
const COUNTED = new Map<string, number>();

/** A message with its length and check, CR behind it. */
export function frameOf(message: string): string {
  const length = (AROUND + message.length).toString(16).toUpperCase().padStart(3, '0');
  const checked = `#!#${length}#${message}#`;
  return `${checked}${lrcOf(checked)}\r`;
}

function lrcOf(text: string): string {
  let check = 0;
  for (const byte of Buffer.from(text, 'latin1')) check ^= byte;
  return check.toString(16).toUpperCase().padStart(2, '0');
}

/** Fields of the message in a frame without its CR; null for what is no frame. */
export function readFrame(frame: string): string[] | null {
  const [, length, message, check] = /^#!#([\dA-F]{3})#(.*)#([\dA-F]{2})$/s.exec(frame) ?? [];
  if (message === undefined || parseInt(length!, 16) !== AROUND + message.length) return null;
  return check === lrcOf(frame.slice(0, -2)) ? message.split('#') : null;
}

/** The message that registers a receipt. @param counter of messages on this line */
export function receiptMessage(receipt: UnitReceipt, counter: number): string {
  const { kind, time, number, register, company, total, negative, vat } = receipt;
  return [
    ...['RR', counter, time.replace(/\D/g, '').slice(0, 12), number, register, company],
    ...[amount(total), amount(negative), kind],
    ...UNIT_RATES.map((rate, i) => `${rate},00;${amount(vat[i]!.vat)}`),
  ].join('#');
}

/** @returns a driver; it opens nothing until it is asked. @param at address of a port */
export function ccsp(at: string, timeoutMs: number): ControlUnit {
  const line = { at, speed: SPEED, timeoutMs };
  return {
    register: (receipt) =>
      talk(line, async (ask, registers) => {
        const ready = await readiness(ask);
        if (ready.outcome !== 'done') return ready;
        const counter = (COUNTED.get(at) ?? 0) + 1;
        registers();
        const told = await asked(ask, receiptMessage(receipt, counter));
        if (told.outcome !== 'done') {
          if (told.code === OTHER_COUNTER) COUNTED.delete(at);
          return told;
        }
        const given = registered(told.result, receipt, ready.result.unit);
        if (given.outcome === 'done') COUNTED.set(at, counter);
        return given;
      }),
    state: () => talk(line, readiness),
  };
}

type Told =
  | { outcome: 'done'; result: string[]; code?: undefined }
  | { outcome: 'not-done' | 'unknown'; failure: UnitFailure; code?: string };

/** Sends a message, again where the unit has not understood it; fields of the answer behind its type. */
async function asked(ask: Ask, message: string): Promise<Told> {
  for (let tries = 1; ; tries++) {
    const [type, ...fields] = readFrame(await ask(frameOf(message))) ?? [];
    if (type === undefined)
      return { outcome: 'unknown', failure: { trouble: 'unreadable', text: 'what came back is no frame' } };
    if (type !== 'NAK') return { outcome: 'done', result: fields };
    const [code = ''] = fields;
    if (code === MISHEARD && tries < TRIES) continue;
    const trouble = REFUSALS[code];
    const failure: UnitFailure = {
      trouble: trouble ?? 'no-answer',
      text: `the unit says NAK ${shown(code)}`,
    };
    return { outcome: trouble ? 'not-done' : 'unknown', failure, code };
  }
}

/** Who the unit is and how; nothing is registered by that. */
async function readiness(ask: Ask): Promise<UnitOutcome<{ unit: string; warning: string | null }>> {
  const identity = await asked(ask, 'IQ');
  if (identity.outcome !== 'done') return { outcome: 'not-done', failure: identity.failure };
  const [unit = '', version = ''] = identity.result;
  // Version 1 registers with three messages, whose fields are not known.
  if (!/^[2-9]/.test(version))
    return refused(
      'broken',
      `it speaks version ${shown(version)} of its protocol, which this driver does not`,
    );
  const state = await asked(ask, 'SIQ');
  if (state.outcome !== 'done') return { outcome: 'not-done', failure: state.failure };
  const [main = ''] = state.result;
  const trouble = CONDITIONS[main] ?? (main === WELL || main === WARNING ? null : 'broken');
  if (trouble) return refused(trouble, `its condition is ${shown(main)}`);
  const warning = main === WARNING ? 'the unit warns of its condition' : null;
  return { outcome: 'done', result: { unit: shown(unit), warning } };
}

/** Code, unit, perhaps its condition, and its memory. */
function registered(fields: readonly string[], { kind }: UnitReceipt, id: string): UnitOutcome<Registered> {
  const [code = '', unit = ''] = fields.map((field) => shown(field.trim()));
  const storage = fields.at(-1)?.trim() ?? '';
  if (fields.length < 3 || fields.length > 4 || unit !== id || (code === '' && kind === 'normal'))
    return unreadable('the answer has no control code of this unit');
  // Full is what it is now: this receipt has its code.
  const isHigh = storage === WARNING || storage === STORAGE_FULL;
  return {
    outcome: 'done',
    result: { unit, code, warning: isHigh ? 'the memory of the unit is nearly full' : null },
  };
}
