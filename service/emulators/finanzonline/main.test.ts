import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FinanzOnline } from '../../countries/at/finanzonline/client.ts';
import { accessTo } from '../../countries/at/finanzonline/testing/access.ts';

const PROGRAM = path.join(import.meta.dirname, '..', 'main.ts');

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});

/** Starts the program; `until` resolves with its output so far when it contains the text. */
function start(args: string[]) {
  const started = spawn(process.execPath, [PROGRAM, 'finanzonline', ...args]);
  child = started;
  let output = '';
  const exit = new Promise<number | null>((resolve) => started.on('exit', resolve));
  const until = (text: string) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (output.includes(text)) resolve(output);
      };
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          look();
        });
      }
      look();
    });
  return {
    until,
    exit,
    write: (text: string) => started.stdin.write(text),
    stop: () => started.kill('SIGTERM'),
  };
}

it('says how to reach it, logs requests, obeys its input and stops', async () => {
  const program = start([
    '--port',
    '0',
    '--participant',
    'LADEN0001',
    '--user',
    'kasse007',
    '--pin',
    'Test4711',
  ]);
  const output = await program.until('Commands:');
  const url = /http:\/\/localhost:\d+\/fonws\/ws/.exec(output)![0];
  const access = accessTo(url, { participant: 'LADEN0001', user: 'kasse007', pin: 'Test4711' });
  const client = new FinanzOnline(access);
  const ask = () => client.status({ number: 5, mode: 'P' }, { register: 'K-1' });

  const logged = program.until('status_kasse packet 5 P by LADEN0001: B32');
  expect(await ask()).toEqual({ ok: null });
  await logged;

  const obeys = async (command: string) => {
    const done = program.until(`done: ${command}`);
    program.write(`${command}\n`);
    await done;
  };
  await obeys('maintenance on');
  expect(await ask()).toMatchObject({ later: { reason: 'maintenance' } });
  await obeys('maintenance off');
  await obeys('fail B7 1');
  expect(await ask()).toMatchObject({ refused: { code: 'B7' } });
  await obeys('drop 1');
  expect(await ask()).toMatchObject({ later: { reason: 'unreachable' } });
  await obeys('expire');
  expect(await ask()).toEqual({ ok: null });
  await obeys('down');
  expect(await ask()).toMatchObject({ later: { reason: 'unreachable' } });
  await obeys('up');
  expect(await ask()).toEqual({ ok: null });

  program.stop();
  expect(await program.exit).toBe(0);
});

it.each([
  [['--port', 'x'], /--port must be a number/],
  [['--session-minutes', '0'], /--session-minutes must be a number/],
])('refuses %j', async (args, text) => {
  const program = start(args);
  expect(await program.until('\n')).toMatch(text);
  expect(await program.exit).toBe(2);
});
