/**
 * Command line of the emulator, for POS developers who want to try registers in
 * Austria without FinanzOnline. Units and registers are forgotten when it stops.
 * While it runs, lines of its standard input change how it behaves.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { localTime } from '../../clock.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import type { EmulatedRequest } from './service.ts';

const HELP = `Usage: npm run emulate -- finanzonline [options]

  --port N            port on this machine (7230)
  --participant ID    Teilnehmer (TILLMARK1)
  --user NAME         web service user (kasse001)
  --pin TEXT          its PIN (Emulator1)
  --session-minutes N life of a session (30)
`;

const COMMANDS: Commands<Emulator> = {
  down: { usage: 'break connections off', run: (emulator) => emulator.down() },
  up: { usage: 'take connections again', run: (emulator) => emulator.up() },
  maintenance: {
    usage: 'on|off: answer -2',
    run: (emulator, [word]) => emulator.maintenance(word === 'on'),
  },
  slow: { usage: 'MS: wait before each answer', run: (emulator, [ms]) => emulator.slow(count(ms, 0)) },
  expire: { usage: 'end all sessions', run: (emulator) => emulator.expireSessions() },
  unlock: { usage: 'forget wrong PINs', run: (emulator) => emulator.unlock() },
  fail: {
    usage: 'CODE [TIMES]: answer the next reports and questions with this code',
    run: (emulator, [code = '-3', times]) => emulator.fail('rkdb', { code }, count(times, 1)),
  },
  drop: {
    usage: '[TIMES]: do what is asked and lose the answer',
    run: (emulator, [times]) => emulator.drop(count(times, 1)),
  },
};

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '7230' },
    participant: { type: 'string', default: 'TILLMARK1' },
    user: { type: 'string', default: 'kasse001' },
    pin: { type: 'string', default: 'Emulator1' },
    'session-minutes': { type: 'string', default: '30' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  say(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  complain('--port must be a number from 0 to 65535');
} else if (!/^[1-9]\d{0,4}$/.test(values['session-minutes'])) {
  complain('--session-minutes must be a number from 1 to 99999');
} else {
  const { participant, user, pin } = values;
  const emulator = await startEmulator({
    port: Number(values.port),
    users: [{ participant, user, pin }],
    sessionMs: Number(values['session-minutes']) * 60_000,
    onRequest: (request) => say(`${line(request)}\n`),
  });
  const input = createInterface({ input: process.stdin });
  input.on('line', (text) => say(obey(COMMANDS, emulator, text)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      input.close();
      process.stdin.destroy();
      void emulator.stop();
    });
  }
  say(`Emulator of FinanzOnline: session service and cash register service.

  address      ${emulator.url}
  participant  ${participant}
  user         ${user}
  PIN          ${pin}

Units and registers are kept until it stops. Stop with Ctrl+C. Commands:
${commandList(COMMANDS)}`);
}

function line({ at, kind, packet, mode, participant, code }: EmulatedRequest): string {
  const number = packet === null ? '' : `packet ${packet} ${mode}`;
  const from = `by ${participant ?? 'nobody'}:`;
  return [localTime(at), kind ?? 'unknown request', number, from, String(code)].filter(Boolean).join(' ');
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 2;
}

function say(text: string): void {
  process.stdout.write(text);
}
