import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { root } from './root.ts';

const slow = { timeout: 60_000 };

/** Starts a program and collects what it says. */
function run(command: string, args: string[]) {
  const child: ChildProcess = spawn(command, args, { cwd: root, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null]>;
  const url = () => vi.waitFor(() => /listening on (http:\/\/[^\s/,]+)/.exec(said.out)![1]!, slow);
  return { child, said, ended, url };
}

const start = (...args: string[]) => run(process.execPath, ['build/scripts/start.ts', ...args]);

function dataRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillmark-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('leaves options and exit codes to the service', slow, async () => {
  const version = start('--version');
  expect(await version.ended).toEqual([0, null]);
  expect(version.said).toEqual({ out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });

  const unknown = start('--no-such-option');
  expect(await unknown.ended).toEqual([2, null]);
  expect(unknown.said.err).toMatch(/^tillmark: [^\n]*--no-such-option[^\n]*\n$/);
});

test.skipIf(process.platform === 'win32')(
  'says in one line where to look without a window, and ends with 0 when asked to',
  slow,
  async () => {
    const service = start('--headless', '--port', '0', '--portal-port', '0', '--data-root', dataRoot());
    const url = await service.url();
    expect((await fetch(`${url}/state`)).status).toBe(200);
    const portal = / portal on (http:\/\/\S+)/.exec(service.said.out)![1]!;
    expect((await fetch(`${portal}/User/Active`)).status).toBe(401);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual([0, null]);
    expect(service.said.out.trim().split('\n')).toHaveLength(1);
  },
);

test.skipIf(process.platform === 'win32')('leaves nothing behind when npm is stopped', slow, async () => {
  const options = ['--headless', '--port', '0', '--portal-port', '0', '--data-root', dataRoot()];
  const npm = run('npm', ['start', '--silent', '--', ...options]);
  const url = await npm.url();
  const portal = / portal on (http:\/\/\S+)/.exec(npm.said.out)![1]!;
  npm.child.kill('SIGTERM');
  await expect
    .poll(
      () =>
        Promise.any([fetch(url), fetch(portal)]).then(
          () => 'answers',
          () => 'gone',
        ),
      { timeout: 10_000 },
    )
    .toBe('gone');
});
