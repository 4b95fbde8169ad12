import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { readKeyFile } from '../../certificates/read.ts';
import { zagrebTime } from './time.ts';
import { message, OIB, receipt, send, signed } from './testing/messages.ts';

const PROGRAM = path.join(import.meta.dirname, '..', 'main.ts');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-cis-test-'));

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Starts the program; `until` resolves with its output so far when it contains the text. */
function start(args: string[]) {
  const started = spawn(process.execPath, [PROGRAM, 'cis', '--out', folder, ...args]);
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
  const write = (text: string) => started.stdin.write(text);
  return { until, exit, write, stop: () => started.kill('SIGTERM') };
}

it('writes keys, says how to use them, logs requests, obeys its input and keeps its keys', async () => {
  const first = start(['--port', '0']);
  const output = await first.until('Commands:');
  const url = /https:\/\/localhost:\d+\/\w+/.exec(output)![0];
  const password = /password of keys +(\S+)/.exec(output)![1]!;
  const bytes = fs.readFileSync(path.join(folder, `${OIB}.p12`));
  expect(output).toContain(path.join(folder, `${OIB}.p12`));
  const key = await readKeyFile(bytes, password);
  if ('problem' in key) throw new Error(key.text);

  const access = { url, ca: fs.readFileSync(path.join(folder, 'ca.pem'), 'utf8') };
  const now = zagrebTime(Date.now());
  const report = (number: string, protection?: string) => {
    const content = receipt(key, { number, issued: now, ...(protection && { protection }) });
    return send(access, 'racuni', signed(message('RacunZahtjev', content, { sent: now }), key));
  };
  const logged = first.until(`racuni 1/POSL1/12 by ${OIB}: `);
  const answer = await report('1');
  expect(await logged).toContain(answer!.outcome);
  await report('2', 'b'.repeat(32));
  await first.until('(the ZKI is not that of the receipt)');
  first.write('fail s006\n');
  await first.until('done: fail s006');
  expect(await report('3')).toMatchObject({ status: 500, outcome: 's006' });
  first.stop();
  expect(await first.exit).toBe(0);

  const second = start(['--port', '0']);
  await second.until('Commands:');
  expect(fs.readFileSync(path.join(folder, `${OIB}.p12`))).toEqual(bytes);
  second.stop();
  expect(await second.exit).toBe(0);
});

it.each([
  [['--port', 'x'], /--port must be a number/],
  [['--oib', '12345678904'], /12345678904 is no OIB/],
])('refuses %j', async (args, text) => {
  const program = start(args);
  expect(await program.until('\n')).toMatch(text);
  expect(await program.exit).toBe(2);
});
