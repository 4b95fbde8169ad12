/** Command line of the control server in small; keys and certificates stay in a folder, receipts are forgotten. */
import os from 'node:os';
import path from 'node:path';
import { readAuthorityOptions, runAuthority } from '../authority-main.ts';
import { count, type Commands } from '../commands.ts';
import { makeControlServerKeys, startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  down: { usage: 'break connections off', run: (emulator) => emulator.down() },
  up: { usage: 'take connections again', run: (emulator) => emulator.up() },
  full: { usage: 'its storage is full', run: (emulator) => emulator.full(true) },
  empty: { usage: 'its storage has room again', run: (emulator) => emulator.full(false) },
  slow: { usage: 'MS: wait before each answer', run: (emulator, [ms]) => emulator.slow(count(ms, 0)) },
  drop: {
    usage: '[TIMES]: do what is asked, and lose the answer',
    run: (emulator, [times]) => emulator.drop(count(times, 1)),
  },
};

const options = readAuthorityOptions({
  name: 'infrasec',
  port: 7290,
  company: {
    ...{ option: 'register', what: 'id of a register that gets a key' },
    ...{ standard: 'STO1-1', form: /^[\w-]{1,16}$/ },
  },
  folder: path.join(os.tmpdir(), 'tillmark-infrasec-emulator'),
});

if (options)
  await runAuthority(options, {
    title: 'Emulator of a Swedish control server; registers enrol at /idm',
    commands: COMMANDS,
    makeKeys: makeControlServerKeys,
    start: (keys) => startEmulator({ port: options.port, keys }),
  });
