/** Driver of control units of the type Skattedosan or POSplus on a serial line. */
import type { ControlUnit, UnitFailure, UnitOutcome, UnitReceipt, UnitTrouble } from './contract.ts';
import { UNIT_RATES } from './contract.ts';
import { talk, unreadable, type Ask } from './line.ts';
import { amount, shown } from './xml.ts';

/** Speed of the line, baud. */
const SPEED = 57_600;
/** How often a message goes out that the unit has not understood. */
const TRIES = 3;
/** CRC-16 of XMODEM. */
const POLYNOMIAL = 0x1021;
const DONE = '0';
/** Length and CRC: nothing was done, and the same goes out again. */
const MISHEARD: ReadonlySet<string> = new Set(['-1', '-2']);
/** What it says no with; after others nobody knows what was done. */
const REFUSALS: Readonly<Record<string, UnitTrouble>> = {
  ...{ '-1': 'no-answer', '-2': 'no-answer', '-3': 'refused' },
  ...Object.fromEntries([1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 21, 22].map((code) => [code, 'refused'])),
  ...{ '3': 'register', '4': 'register', '14': 'licence', '20': 'broken', '23': 'broken' },
  ...{ '24': 'memory-full', '25': 'broken' },
};

/** A message with its check, CR and LF behind it. */
export function messageOf(text: string): string {
  const checked = `${text} `;
  return `${checked}${crcOf(checked)}\r\n`;
}

function crcOf(text: string): string {
  let crc = 0;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ POLYNOMIAL) & 0xffff;
  }
  return `0x${crc.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Words of an answer without its check; null for what is none. */
export function readAnswerLine(line: string): string[] | null {
  const [, checked, check] = /^(.* )(0x[\dA-F]{4})$/s.exec(line) ?? [];
  if (checked === undefined || check !== crcOf(checked)) return null;
  return checked.trim().split(/ +/);
}

/** The message that registers a receipt: what is paid back and what is sold, each without its sign. */
export function receiptMessage(receipt: UnitReceipt): string {
  const { kind, time, number, register, company, total, negative, vat } = receipt;
  return [
    ...['kd', time.replace(/\D/g, '').slice(0, 12), company, register, number, kind],
    ...[amount(negative), amount(total + negative)],
    ...UNIT_RATES.map((rate, i) => `${rate},00;${amount(vat[i]!.vat)}`),
  ].join(' ');
}

/** @returns a driver; it opens nothing until it is asked. @param at address of a port */
export function posplus(at: string, timeoutMs: number): ControlUnit {
  const line = { at, speed: SPEED, timeoutMs };
  return {
    register: (receipt) =>
      talk(line, async (ask, registers) => {
        const known = await identity(ask);
        if (known.outcome !== 'done') return known;
        // Words are told apart by blanks.
        if (/\s/.test(receipt.register))
          return { outcome: 'not-done', failure: { trouble: 'register', text: 'its register has a blank' } };
        registers();
        const told = await asked(ask, receiptMessage(receipt));
        if (told.outcome !== 'done') return told;
        const code = shown(told.result[0]);
        if (code === '' && receipt.kind === 'normal') return unreadable('the answer has no control code');
        return { outcome: 'done', result: { unit: known.result.unit, code, warning: null } };
      }),
    state: () => talk(line, identity),
  };
}

/** Data words of an answer, or why there are none. */
async function asked(ask: Ask, text: string): Promise<UnitOutcome<string[]>> {
  for (let tries = 1; ; tries++) {
    const words = readAnswerLine(await ask(messageOf(text)));
    if (!words) return unreadable('what came back is no answer of a unit');
    const [code = '', ...data] = words;
    if (code === DONE) return { outcome: 'done', result: data };
    if (MISHEARD.has(code) && tries < TRIES) continue;
    const trouble = REFUSALS[code];
    const failure: UnitFailure = { trouble: trouble ?? 'no-answer', text: `the unit says ${shown(code)}` };
    return { outcome: trouble ? 'not-done' : 'unknown', failure };
  }
}

/** Place of the unit's serial number among the data words of its version. */
const UNIT_WORD = 4;

async function identity(ask: Ask): Promise<UnitOutcome<{ unit: string; warning: null }>> {
  const told = await asked(ask, 'ver');
  if (told.outcome !== 'done') return { outcome: 'not-done', failure: told.failure };
  const unit = shown(told.result[UNIT_WORD]);
  if (unit !== '') return { outcome: 'done', result: { unit, warning: null } };
  return { outcome: 'not-done', failure: { trouble: 'unreadable', text: 'it does not say who it is' } };
}
