/**
 * Command line of the emulator, for POS developers who want to try registers in
 * Czechia without the authority. Keys and certificates stay in a folder, so that they
 * are entered in Tillmark once; sales are forgotten when it stops. While it runs, lines
 * of its standard input change how it behaves.
 */
import os from 'node:os';
import path from 'node:path';
import { readAuthorityOptions, runAuthority } from '../authority-main.ts';
import { count, faultCommands, type Commands } from '../commands.ts';
import { makeEetKeys, startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  ...faultCommands<Emulator>(),
  fail: {
    usage: 'CODE [TIMES]: answer the next requests with -1 to 8 or an HTTP status',
    run: (emulator, [code = '-1', times]) =>
      emulator.fail(
        /^[45]\d\d$/.test(code) ? { http: Number(code) } : { code: Number(code) || 0 },
        count(times, 1),
      ),
  },
};

const options = readAuthorityOptions({
  name: 'eet',
  port: 7270,
  company: {
    ...{ option: 'tax', what: 'tax number of a company that gets a key' },
    ...{ standard: 'CZ00000019', form: /^CZ\d{8,10}$/ },
  },
  folder: path.join(os.tmpdir(), 'tillmark-eet-emulator'),
});

if (options)
  await runAuthority(options, {
    title: 'Emulator of EET, the Czech records of sales',
    commands: COMMANDS,
    makeKeys: makeEetKeys,
    start: (keys, say) =>
      startEmulator({
        ...{ port: options.port, keys },
        onRequest: ({ version, number, taxNumber, outcome }) =>
          say(`version ${version ?? '?'} ${number ?? 'unknown request'} by ${taxNumber ?? '?'}: ${outcome}`),
      }),
  });
