import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { portAddress } from './address.ts';
import type { NativeAddress } from './native-messages.ts';
import { NativeProcess } from './native-process.ts';

const never = new AbortController().signal;
const here = process.platform === 'linux' && existsSync('/usr/bin/script');

/** A line whose other end is the input and output of a process: `script` makes a pseudo-terminal. */
async function line() {
  const other = spawn('/usr/bin/script', ['-qfc', 'tty; exec sleep 600', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  const sent: Buffer[] = [];
  other.stdout.on('data', (bytes: Buffer) => sent.push(bytes));
  const text = () => Buffer.concat(sent).toString('latin1');
  await vi.waitFor(() => expect(text()).toContain('\n'));
  const path = text().trim();
  sent.length = 0;
  return { other, path, text };
}

function serialProcess() {
  const made = new NativeProcess('serial', { pausesMs: [0] });
  onTestFinished(() => made.close());
  return made;
}

it.runIf(here)('writes and reads all bytes over a serial line, and notices its end', async () => {
  const { other, path, text } = await line();
  const address = { kind: 'serial', path, speed: 38_400, flow: 'none' } satisfies NativeAddress;
  const port = await serialProcess().open(address)(never);
  const got: number[] = [];
  port.receive((bytes) => got.push(...bytes));
  const bytes = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256));
  await port.write(bytes);
  await vi.waitFor(() => expect(text()).toHaveLength(1024));
  expect(text()).toBe(bytes.toString('latin1'));
  other.stdin.write(Buffer.of(0x11, 0x12, 0x13, 0xff, 0x00));
  await vi.waitFor(() => expect(got).toEqual([0x11, 0x12, 0x13, 0xff, 0x00]));
  other.kill('SIGKILL');
  expect(await port.ended).toMatchObject({ fault: 'lost' });
  await port.close();
});

it('says that there is no such line', async () => {
  const address = portAddress('/dev/ttyNONE:9600') as NativeAddress;
  await expect(serialProcess().open(address)(never)).rejects.toMatchObject({ fault: 'absent' });
});
