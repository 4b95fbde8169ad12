/** Command line of the Hungarian fiscal printer in small: paper on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from '../commands.ts';
import { AUTH_OPTION, MEMORY_OPTION, runDevice, showPaper } from '../device-main.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import type { Conditions } from './service.ts';

const flip = (name: 'hasPaper' | 'paperLow' | 'coverOpen' | 'memoryFull' | 'clockWrong', usage: string) => ({
  usage,
  run: ({ conditions }: { conditions: Conditions }) => void (conditions[name] = !conditions[name]),
});

const COMMANDS: Commands<Emulator> = {
  paper: flip('hasPaper', 'takes the paper away, or puts it back'),
  low: flip('paperLow', 'the roll comes to its end, or is new'),
  cover: flip('coverOpen', 'opens the cover, or closes it'),
  full: flip('memoryFull', 'the memory is full, or is not'),
  clock: flip('clockWrong', 'its clock is wrong, or right'),
  power: {
    usage: 'power fails in the next document, after it was stored',
    run: ({ conditions }) => void (conditions.power = 'after'),
  },
  slow: {
    usage: '[S]: answers after S seconds (60); 0: at once',
    run: (printer, [s]) => printer.slow(count(s, 60) * 1000),
  },
};

await runDevice({
  ...{ name: 'hu-json', port: 8082, commands: COMMANDS, options: { ...MEMORY_OPTION, ...AUTH_OPTION } },
  start: (port, options) => startEmulator({ ...options, port, printed: (paper) => showPaper([paper]) }),
  title: ({ port }) => `Fiscal printer on 127.0.0.1:${port}`,
});
