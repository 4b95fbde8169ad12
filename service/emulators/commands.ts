/** Commands on the standard input of emulators: how they behave while they run. */

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
