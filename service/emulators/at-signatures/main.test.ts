import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { aTrustUnit } from '../../devices/at-signature/a-trust.ts';
import type { SignatureUnit } from '../../devices/at-signature/contract.ts';
import { isSignedBy } from '../../devices/at-signature/ecdsa.ts';
import { primeSignUnit } from '../../devices/at-signature/primesign.ts';
import { never, receiptInput } from '../../devices/at-signature/testing/units.ts';

const PROGRAM = path.join(import.meta.dirname, '..', 'main.ts');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-signature-emulator-test-'));

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Starts the program; resolves with its output when it contains the text. */
function start(args: string[], text: string) {
  const started = spawn(process.execPath, [PROGRAM, 'at-signatures', ...args]);
  child = started;
  let output = '';
  const exit = new Promise<number | null>((resolve) => started.on('exit', resolve));
  const said = new Promise<string>((resolve) => {
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(text)) resolve(output);
      });
    }
  });
  return { said, exit, stop: () => started.kill('SIGTERM') };
}

async function serialOf(unit: SignatureUnit): Promise<string> {
  const identity = await unit.identify(never());
  const input = receiptInput(identity);
  expect(isSignedBy(identity.publicKey, input, await unit.sign(input, never()))).toBe(true);
  await unit.close();
  return identity.serial;
}

it('starts both services, says how to use them, and keeps its keys', async () => {
  const args = ['--port', '0', '--user', 'u1', '--password', 'pw', '--token', 'tok', '--out', folder];
  const serials: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    const program = start(args, 'Ctrl+C');
    const output = await program.said;
    const [aTrustUrl, primeSignUrl] = output.match(/https:\S+/g) as [string, string];
    const [aTrustCa, primeSignCa] = output
      .match(/issuer +(\S+)/g)!
      .map((line) => fs.readFileSync(line.replace(/issuer +/, ''), 'utf8')) as [string, string];
    serials.push(
      await serialOf(aTrustUnit({ id: 'a', url: aTrustUrl, ca: aTrustCa, user: 'u1', password: 'pw' })),
      await serialOf(primeSignUnit({ id: 'p', url: primeSignUrl, ca: primeSignCa, token: 'tok' })),
    );
    program.stop();
    expect(await program.exit).toBe(0);
  }
  expect(serials.slice(2)).toEqual(serials.slice(0, 2));
});

it('refuses a wrong port', async () => {
  const program = start(['--port', '70000'], '--port must be');
  await program.said;
  expect(await program.exit).toBe(2);
});
