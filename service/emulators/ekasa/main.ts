/**
 * Command line of the emulator, for POS developers who want to try registers in
 * Slovakia without the authority. Keys and certificates stay in a folder, so that they
 * are entered in Tillmark once; receipts are forgotten when it stops. While it runs,
 * lines of its standard input change how it behaves.
 */
import os from 'node:os';
import path from 'node:path';
import { readAuthorityOptions, runAuthority } from '../authority-main.ts';
import { count, faultCommands, type Commands } from '../commands.ts';
import { makeEkasaKeys, startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  ...faultCommands<Emulator>(),
  fail: {
    usage: 'CODE [TIMES]: answer the next requests with -1 to -132 or an HTTP status',
    run: (emulator, [code = '-1', times]) =>
      emulator.fail(
        /^[45]\d\d$/.test(code) ? { http: Number(code) } : { code: Number(code) || -1 },
        count(times, 1),
      ),
  },
};

const options = readAuthorityOptions({
  name: 'ekasa',
  port: 7280,
  company: {
    ...{ option: 'register', what: 'code of a register that gets a key: 888, DIČ and 4 digits' },
    ...{ standard: '88820201234560001', form: /^888\d{14}$/ },
  },
  folder: path.join(os.tmpdir(), 'tillmark-ekasa-emulator'),
});

if (options)
  await runAuthority(options, {
    title: 'Emulator of eKasa, the Slovak registration of receipts',
    commands: COMMANDS,
    makeKeys: makeEkasaKeys,
    start: (keys, say) =>
      startEmulator({
        ...{ port: options.port, keys },
        onRequest: ({ count: attempt, number, code, outcome }) =>
          say(`try ${attempt ?? '?'} of ${number ?? 'unknown request'} by ${code ?? '?'}: ${outcome}`),
      }),
  });
