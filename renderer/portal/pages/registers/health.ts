import type { NoticeTone } from '../../../components/notice.tsx';
import type { Level, Register } from './types.ts';

/** How a register is doing, the worst first. */
export const CONDITIONS = ['stop', 'offline', 'look', 'waiting', 'fine', 'over'] as const;

/** See {@link CONDITIONS}. */
export type Condition = (typeof CONDITIONS)[number];

/** Colours of the conditions. */
export const CONDITION_TONES: Record<Condition, NoticeTone> = {
  stop: 'bad',
  offline: 'bad',
  look: 'look',
  waiting: 'plain',
  fine: 'good',
  over: 'plain',
};

/** Colours of levels. */
export const LEVEL_TONES: Record<Level, NoticeTone> = { error: 'bad', warning: 'look', info: 'plain' };

/** How a register is doing, as the one word that matters most. */
export function conditionOf({ state, online, problems, lastContactTimestamp }: Register): Condition {
  if (state === 'Deactivated') return 'over';
  if (problems.some(({ level }) => level === 'error')) return 'stop';
  if (lastContactTimestamp === null) return 'waiting';
  if (!online) return 'offline';
  return problems.some(({ level }) => level === 'warning') ? 'look' : 'fine';
}

/** Those with problems first, then by name. */
export function byUrgency(registers: readonly Register[]): Register[] {
  const rank = (register: Register) => CONDITIONS.indexOf(conditionOf(register));
  const name = (register: Register) => register.name ?? register.registerNumber;
  return registers.toSorted((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)));
}

/** Whether a register has something of what was typed in it. */
export function isFound(register: Register, text: string): boolean {
  const { name, registerNumber, tl, tt, registerId } = register;
  const all = [name, registerNumber, tl, tt, String(registerId)].filter((one) => one !== null);
  return all.some((one) => one.toLowerCase().includes(text.trim().toLowerCase()));
}
