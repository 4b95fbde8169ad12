import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { registerSeries } from '../../countries/pt/authority/client.ts';
import { accessTo, registration } from '../../countries/pt/authority/testing/access.ts';

const PROGRAM = path.join(import.meta.dirname, '..', 'main.ts');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-simulator-test-'));

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});

afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Starts the program and resolves with its output so far when it contains the text. */
function start(args: string[]) {
  const started = spawn(process.execPath, [PROGRAM, 'pt-series', ...args]);
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
  return { until, exit, stop: () => started.kill('SIGTERM') };
}

it('writes certificates, says how to use them, logs requests and keeps its identity', async () => {
  const args = ['--port', '0', '--user', '555555550/7', '--password', 'outro', '--out', folder];
  const first = start(args);
  const output = await first.until('Ctrl+C');
  const url = /https:\/\/localhost:\d+\/SeriesWSService/.exec(output)![0];
  const pem = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
  const access = accessTo(
    {
      url,
      ca: pem('ca.pem'),
      clientCertificate: pem('client.pem'),
      clientKey: pem('client-key.pem'),
      authorityCertificate: pem('authority.pem'),
    },
    { user: '555555550/7', password: 'outro', now: () => Date.now() },
  );
  expect(output).toContain(path.join(folder, 'client.pem'));
  const logged = first.until('registarSerie FS 1_1.26 by 555555550/7: 2001');
  expect(await registerSeries(access, registration('1_1.26', { from: '2999-01-01' }))).toHaveProperty('ok');
  await logged;
  first.stop();
  expect(await first.exit).toBe(0);

  const ca = pem('ca.pem');
  const second = start(args);
  await second.until('Ctrl+C');
  expect(pem('ca.pem')).toBe(ca);
  second.stop();
  expect(await second.exit).toBe(0);
});

it.each([
  [['--port', 'x'], /--port must be a number/],
  [['--user', '1/1', '--user', '2/2', '--password', 'x'], /each --user needs a --password/],
])('refuses %j', async (args, text) => {
  const program = start([...args, '--out', folder]);
  expect(await program.until('\n')).toMatch(text);
  expect(await program.exit).toBe(2);
});
