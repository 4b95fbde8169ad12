/**
 * Command line of the emulator, for POS developers who want to try registers in
 * Slovenia without FURS. Keys and certificates stay in a folder, so that they are
 * entered in Tillmark once; receipts and premises are forgotten when it stops. While it
 * runs, lines of its standard input change how it behaves.
 */
import os from 'node:os';
import path from 'node:path';
import { readAuthorityOptions, runAuthority } from '../authority-main.ts';
import { count, faultCommands, type Commands } from '../commands.ts';
import { makeFursKeys, startEmulator, type Emulator } from './emulator.ts';
import type { EmulatedRequest } from './service.ts';

const COMMANDS: Commands<Emulator> = {
  ...faultCommands<Emulator>(),
  fail: {
    usage: 'CODE [TIMES]: answer the next requests with s001 to s100 or an HTTP status',
    run: (emulator, [code = 's100', times]) =>
      emulator.fail(/^[45]\d\d$/.test(code) ? { http: Number(code) } : { code }, count(times, 1)),
  },
};

const options = readAuthorityOptions({
  name: 'furs',
  port: 7260,
  company: {
    option: 'tax',
    what: 'tax number of a company that gets a key',
    standard: '12345679',
    form: /^\d{8}$/,
  },
  folder: path.join(os.tmpdir(), 'tillmark-furs-emulator'),
});

if (options)
  await runAuthority(options, {
    title: "Emulator of FURS, Slovenia's tax administration",
    commands: COMMANDS,
    makeKeys: makeFursKeys,
    start: (keys, say) =>
      startEmulator({
        ...{ port: options.port, keys },
        onRequest: (request) => say(line(request)),
      }),
  });

/** One line for a request. */
function line({ operation, taxNumber, number, outcome }: EmulatedRequest): string {
  const words = [operation ?? 'unknown request', number, taxNumber && `by ${taxNumber}`].filter(Boolean);
  return `${words.join(' ')}: ${outcome}`;
}
