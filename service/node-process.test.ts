import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { nodeExecutable, startNode } from './node-process.ts';

const { versions, execPath } = process;

afterEach(() => {
  Object.defineProperty(process, 'versions', { value: versions });
  process.execPath = execPath;
});

/** As it is inside the packaged app, which cannot be started as Node. */
function insideElectron(): void {
  Object.defineProperty(process, 'versions', { value: { ...versions, electron: '45.4.1' } });
  process.execPath = path.join(os.tmpdir(), 'no-such-electron');
}

function program(text: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-node-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'program.mjs');
  fs.writeFileSync(file, text);
  return file;
}

const ANSWERING = `
process.once('message', (asked) => {
  process.send({ asked, args: process.argv.slice(2), electron: process.versions.electron ?? null });
  process.disconnect();
});`;

test.each([
  ['under plain Node', () => undefined],
  ['inside Electron', insideElectron],
])('a process of Node answers %s', async (_where, prepare) => {
  prepare();
  const child = startNode(program(ANSWERING), ['--port', '0'], { serialization: 'advanced' });
  const ended = once(child, 'exit');
  child.send({ bytes: new Uint8Array([1, 2]) });
  const [answer] = (await once(child, 'message')) as [unknown];
  expect(answer).toEqual({
    asked: { bytes: new Uint8Array([1, 2]) },
    args: ['--port', '0'],
    electron: null,
  });
  expect(await ended).toEqual([0, null]);
});

test('inside Electron it is the Node of the package', () => {
  insideElectron();
  expect(nodeExecutable()).toMatch(/node_modules[\\/]node[\\/]bin[\\/]node(\.exe)?$/);
});

test('what a process says at its end can be read', async () => {
  const child = startNode(program(`console.error('the reason'); process.exit(3);`), [], { stderr: 'pipe' });
  const ended = once(child, 'close');
  const written: Buffer[] = [];
  child.stderr!.on('data', (chunk: Buffer) => written.push(chunk));
  expect(await ended).toEqual([3, null]);
  expect(Buffer.concat(written).toString()).toBe('the reason\n');
});
