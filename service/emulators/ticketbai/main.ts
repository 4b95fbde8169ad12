/**
 * Command line of the emulator, for POS developers who want to try registers in Araba, Bizkaia and
 * Gipuzkoa without the treasuries. Keys and certificates stay in a folder, so that they are entered in
 * Tillmark once; invoices are forgotten when it stops. While it runs, lines of its standard input change how it behaves.
 */
import os from 'node:os';
import path from 'node:path';
import { readAuthorityOptions, runAuthority } from '../authority-main.ts';
import { count, faultCommands, type Commands } from '../commands.ts';
import { makeTicketBaiKeys, startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  ...faultCommands<Emulator>(),
  fail: {
    usage: 'CODE [TIMES]: answer the next requests with 001 to 019, B4_1000004 or an HTTP status',
    run: (emulator, [code = '002', times]) =>
      emulator.fail(/^[45]\d\d$/.test(code) ? { http: Number(code) } : { code }, count(times, 1)),
  },
};

const options = readAuthorityOptions({
  name: 'ticketbai',
  port: 7290,
  company: {
    ...{ option: 'nif', what: 'NIF of a company that gets a key' },
    ...{ standard: 'B12345674', form: /^[A-Z\d]\d{7}[A-Z\d]$/ },
  },
  folder: path.join(os.tmpdir(), 'tillmark-ticketbai-emulator'),
});

if (options)
  await runAuthority(options, {
    title: 'Emulator of the treasuries of Araba, Bizkaia and Gipuzkoa (TicketBAI)',
    commands: COMMANDS,
    makeKeys: makeTicketBaiKeys,
    start: (keys, say) =>
      startEmulator({
        ...{ port: options.port, keys },
        onRequest: ({ province, kind, count: files, key, outcome }) =>
          say(`${province ?? 'unknown request'} ${kind ?? ''} ${key ?? ''} (${files}): ${outcome}`),
      }),
  });
