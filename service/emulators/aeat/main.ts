/**
 * Command line of the emulator, for POS developers who want to try registers in
 * Spain without the AEAT. Keys and certificates stay in a folder, so that they are
 * entered in Tillmark once; documents are forgotten when it stops. While it runs,
 * lines of its standard input change how it behaves.
 */
import os from 'node:os';
import path from 'node:path';
import { readAuthorityOptions, runAuthority } from '../authority-main.ts';
import { count, faultCommands, type Commands } from '../commands.ts';
import { makeAeatKeys, startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  ...faultCommands<Emulator>(),
  fail: {
    usage: 'CODE [TIMES]: answer the next requests with a fault 4102 to 4140 or an HTTP status',
    run: (emulator, [code = '4102', times]) =>
      emulator.fail(
        /^5\d\d$/.test(code) ? { http: Number(code) } : { code: Number(code) || 4102 },
        count(times, 1),
      ),
  },
  wait: {
    usage: 'SECONDS: TiempoEsperaEnvio of answers (60)',
    run: (emulator, [seconds]) => {
      emulator.service.wait = count(seconds, 60);
    },
  },
};

const options = readAuthorityOptions({
  name: 'aeat',
  port: 7290,
  company: {
    ...{ option: 'nif', what: 'NIF of a company that gets a certificate' },
    ...{ standard: 'B12345674', form: /^[0-9A-Z]{9}$/ },
  },
  folder: path.join(os.tmpdir(), 'tillmark-aeat-emulator'),
});

if (options)
  await runAuthority(options, {
    title: 'Emulator of VERI*FACTU of the Spanish tax agency',
    commands: COMMANDS,
    makeKeys: makeAeatKeys,
    start: (keys, say) =>
      startEmulator({
        ...{ port: options.port, keys },
        onRequest: ({ records, incident, early, outcome }) =>
          say(`${records} records${incident ? ' (incident)' : ''}${early ? ' (too early)' : ''}: ${outcome}`),
      }),
  });
