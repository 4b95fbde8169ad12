import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { built } from '../../build/scripts/programs.ts';
import { UsageError } from '../command-line.ts';
import { keyCommand } from './key-command.ts';
import { ADMIN_KEY, testPortal, type TestPortal } from './testing/portal.ts';

let root: string;
let portal: TestPortal;
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-key-'));
  portal = await testPortal({ databaseUrl: undefined, folder: path.join(root, 'portal') });
});
afterEach(async () => {
  await portal.stop();
  fs.rmSync(root, { recursive: true });
});

/** What the command prints. */
async function run(...args: string[]): Promise<string> {
  let printed = '';
  await keyCommand({
    args,
    env: {},
    defaultRoot: root,
    clock: portal.clock,
    print: (text) => (printed += text),
  });
  return printed;
}

it('prints a key that works at once, while the portal runs', async () => {
  const key = await run('--entity', '2', '--role', 'viewer', '--name', 'Till software');
  expect(key).toMatch(/^tmk_[\w-]{43}\n$/);
  const active = await portal.ask('GET', '/User/Active', undefined, key.trim());
  expect(active).toMatchObject({ name: 'Till software', grants: [{ entityId: 2, role: 'VIEWER' }] });
  const { items } = await portal.ask<{ items: unknown[] }>('GET', '/Entity/2/Audit');
  expect(items[0]).toMatchObject({ action: 'key created', actor: 'key 0 command line' });
});

it('makes keys that end with a day', async () => {
  const key = (
    await run('--entity', '2', '--role', 'VIEWER', '--name', 'x', '--expires', '2026-11-23')
  ).trim();
  portal.clock.set('2026-11-23T23:59:59Z');
  expect((await portal.send('GET', '/User/Active', undefined, key)).status).toBe(200);
  portal.clock.set('2026-11-24T00:00:00Z');
  expect((await portal.send('GET', '/User/Active', undefined, key)).status).toBe(403);
});

const good = ['--entity', '2', '--role', 'VIEWER', '--name', 'x'];
it.each([
  [['--role', 'VIEWER', '--name', 'x'], /--entity/],
  [['--entity', '1', '--role', 'VIEWER', '--name', 'x'], /--entity/],
  [['--entity', '77', '--role', 'VIEWER', '--name', 'x'], /no entity 77/],
  [['--entity', '2', '--role', 'KING', '--name', 'x'], /--role must be one of ADMIN/],
  [['--entity', '2', '--role', 'VIEWER'], /--name/],
  [[...good, '--expires', '2026-02-30'], /--expires/],
  [[...good, '--expires', '2026-11-21'], /--expires/],
  [[...good, '--color', 'red'], /--color/],
])('refuses %j', async (args, text) => {
  const refused = run(...args);
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(text);
});

it('creates no database where there is none', async () => {
  await expect(run(...good, '--data-root', path.join(root, 'nothing'))).rejects.toThrow(/no portal yet/);
});

it('is a program', async () => {
  const program = built('portal-key');
  const env = { ...process.env, TILLMARK_DATA_ROOT: root, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...good], { env });
  expect((await portal.send('GET', '/User/Active', undefined, stdout.trim())).status).toBe(200);
  const wrong = promisify(execFile)(process.execPath, [program], { env });
  await expect(wrong).rejects.toMatchObject({ code: 2, stdout: '' });
  expect((await portal.send('GET', '/User/Active', undefined, ADMIN_KEY)).status).toBe(200);
});
