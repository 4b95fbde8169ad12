/** Command lines of devices in small: their options, and commands on the standard input that cause troubles. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, obey, type Commands } from './commands.ts';

/** An option with a value. */
export interface DeviceOption {
  /** What its value is called in the help: `FILE`. */
  value: string;
  /** What it does. */
  usage: string;
  /** Its value unless another one is given. */
  standard?: string;
  /** What its value must look like, and the words for it: `must be ten digits`. */
  form?: { pattern: RegExp; text: string };
}

/** Device that can be emulated from a command line. */
export interface DeviceProgram<E extends { stop(): Promise<void> }, O extends string = never> {
  /** What it is called after `npm run emulate --`. */
  name: string;
  /** Where it listens unless told otherwise. */
  port: number;
  /** Besides `--port`. */
  options?: Readonly<Record<O, DeviceOption>>;
  /** What the help says besides. */
  about?: string;
  commands: Commands<E>;
  /** Starts it; what it does is told on the standard output. */
  start(port: number, options: Readonly<Partial<Record<O, string>>>): Promise<E>;
  /** What it is, and where. */
  title(emulator: E): string;
}

/** Option of devices that keep a memory. */
export const MEMORY_OPTION = {
  memory: { value: 'FILE', usage: 'where the fiscal memory is kept (forgotten when it stops)' },
} as const;

/** Option of devices that ask for a password. */
export const AUTH_OPTION = {
  auth: { value: 'U:P', usage: 'user and password that requests must have' },
} as const;

const LARGEST_PORT = 65_535;

/** Runs a device until Ctrl+C; a wrong option ends it with exit code 2. */
export async function runDevice<E extends { stop(): Promise<void> }, O extends string = never>(
  program: DeviceProgram<E, O>,
): Promise<void> {
  const known: Readonly<Record<string, DeviceOption>> = {
    port: {
      ...{ value: 'N', usage: 'port on this machine', standard: String(program.port) },
      form: { pattern: /^\d{1,5}$/, text: `must be a number from 0 to ${LARGEST_PORT}` },
    },
    ...program.options,
  };
  const read = readOptions(known);
  if (read === 'help') {
    process.stdout.write(help(program, known));
    return;
  }
  if (typeof read === 'string') {
    process.stderr.write(`${read}\n`);
    process.exitCode = 2;
    return;
  }
  const emulator = await program.start(Number(read.port), read as Partial<Record<O, string>>);
  process.stdout.write(`${program.title(emulator)}. Stop with Ctrl+C.\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(program.commands, emulator, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void emulator.stop();
    });
  }
}

/** The values of all options that have one; a text says what is wrong. */
function readOptions(known: Readonly<Record<string, DeviceOption>>): Record<string, string> | string {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    const types = Object.keys(known).map((name) => [name, { type: 'string' as const }] as const);
    const options = { ...Object.fromEntries(types), help: { type: 'boolean' as const } };
    ({ values } = parseArgs({ args: process.argv.slice(3), options }));
  } catch (error) {
    return (error as Error).message;
  }
  if (values.help === true) return 'help';
  const given: Record<string, string> = {};
  for (const [name, { standard, form }] of Object.entries(known)) {
    const value = values[name] ?? standard;
    if (typeof value !== 'string') continue;
    if (form?.pattern.test(value) === false || (name === 'port' && Number(value) > LARGEST_PORT)) {
      return `--${name} ${form!.text}`;
    }
    given[name] = value;
  }
  return given;
}

/** Width of the column of options. */
const WIDTH = 17;

function help<E extends { stop(): Promise<void> }, O extends string>(
  { name, about, commands }: DeviceProgram<E, O>,
  known: Readonly<Record<string, DeviceOption>>,
): string {
  const options = Object.entries(known).map(([option, { value, usage, standard }]) => {
    const unless = standard === undefined ? '' : ` (${standard})`;
    return `  ${`--${option} ${value}`.padEnd(WIDTH)}${usage}${unless}\n`;
  });
  return [
    `Usage: npm run emulate -- ${name} [options]\n\n${options.join('')}\n`,
    about === undefined ? '' : `${about}\n\n`,
    `Commands on the standard input:\n${commandList(commands)}`,
  ].join('');
}

/** A piece of paper on the standard output. */
export function showPaper(lines: readonly string[]): void {
  process.stdout.write(`\n${lines.join('\n')}\n${'- '.repeat(20)}8<\n`);
}
