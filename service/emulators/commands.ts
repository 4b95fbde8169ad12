/** Commands on the standard input of emulators: how they behave while they run. */

import type { Faults } from './server.ts';

/** Commands by their names; `usage` begins with their parameters. */
export type Commands<T> = Readonly<
  Record<string, { usage: string; run(emulator: T, words: string[]): void }>
>;

/** Carries a command out; says what came of it, or which ones there are. */
export function obey<T>(commands: Commands<T>, emulator: T, text: string): string {
  const [name = '', ...words] = text.trim().split(/\s+/);
  if (!Object.hasOwn(commands, name)) return commandList(commands);
  commands[name]!.run(emulator, words);
  return `${['done:', name, ...words].join(' ')}\n`;
}

const SPOILS = ['unsigned', 'foreign', 'changed', 'unreadable'] as const;
const BREAKS = ['before', 'after', 'within', 'never'] as const;

/** What can be done to the line of an authority, and to its signatures. */
export function faultCommands<
  T extends Faults & { spoil(how: (typeof SPOILS)[number], times?: number): void },
>(): Commands<T> {
  return {
    down: { usage: 'break connections off', run: (emulator) => emulator.down() },
    up: { usage: 'take connections again', run: (emulator) => emulator.up() },
    slow: { usage: 'MS: wait before each answer', run: (emulator, [ms]) => emulator.slow(count(ms, 0)) },
    drop: {
      usage: `${BREAKS.join('|')} [TIMES]: lose connections before, after or within the answer, or never answer`,
      run: (emulator, [where, times]) =>
        emulator.drop(count(times, 1), BREAKS.find((one) => one === where) ?? 'after'),
    },
    spoil: {
      usage: `${SPOILS.join('|')} [TIMES]: do what is asked and answer it so`,
      run: (emulator, [how, times]) =>
        emulator.spoil(SPOILS.find((one) => one === how) ?? 'unsigned', count(times, 1)),
    },
  };
}

/** A parameter that is a number; `otherwise` where it is none. */
export function count(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : otherwise;
}

/** Least width of the column of names. */
const LEAST_WIDTH = 7;

/** All commands, a line each. */
export function commandList<T>(commands: Commands<T>): string {
  const width = Math.max(LEAST_WIDTH, ...Object.keys(commands).map((name) => name.length + 1));
  return Object.entries(commands)
    .map(([name, { usage }]) => `  ${name.padEnd(width)} ${usage}\n`)
    .join('');
}
