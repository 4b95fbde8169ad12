/** Command line of the fiscal data module in small; what it signs on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from '../commands.ts';
import { runDevice } from '../device-main.ts';
import { startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  card: {
    usage: 'takes the VAT signing card out, or puts it back',
    run: ({ conditions }) => void (conditions.hasCard = !conditions.hasCard),
  },
  lock: {
    usage: 'the card wants its PIN (12345)',
    run: ({ conditions }) => void (conditions.isLocked = true),
  },
  silent: {
    usage: '[N]: loses the next N answers (1)',
    run: ({ faults }, [n]) =>
      void faults.push(...Array.from({ length: count(n, 1) }, () => ({ isSilent: true }))),
  },
  error: {
    usage: '[CODE]: answers everything with an error such as 208; without one, work again',
    run: ({ conditions }, [code]) => void (conditions.error = code ?? null),
  },
};

await runDevice({
  ...{ name: 'fdm-serial', port: 8083, commands: COMMANDS },
  about: 'It is reached as a converter of serial lines shows it.',
  start: (port) => startEmulator({ port }),
  title: ({ address }) => `Fiscal data module (GKS 1) on ${address}`,
});
