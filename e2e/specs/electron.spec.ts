import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test, type ElectronApplication } from '@playwright/test';
import { findElectron } from '../../build/scripts/mode.ts';
import type { TillmarkBridge } from '../../main/bridge.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = join(root, 'dist', 'main', 'index.js');
const electron = findElectron(root);

function reasonToSkip(): string | null {
  if (electron === null) {
    return "Electron's runtime is not installed on this machine (install it with: npx install-electron)";
  }
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return 'there is no display (run under xvfb-run)';
  }
  return null;
}

const reason = reasonToSkip();
if (reason !== null) console.warn(`SKIPPED: the Electron shell was NOT tested, because ${reason}.`);

test.describe('desktop shell', () => {
  test.skip(reason !== null, reason ?? '');

  let shell: ElectronApplication;
  let folder: string;

  test.beforeEach(async () => {
    expect(existsSync(entry), 'dist/main/index.js is missing: run the build first').toBe(true);
    folder = mkdtempSync(join(tmpdir(), 'tillmark-shell-'));
    const env = Object.entries(process.env).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && !pair[0].startsWith('TILLMARK_'),
    );
    shell = await _electron.launch({
      executablePath: electron ?? '',
      args: [
        // The folder, not the entry: Electron takes name and version from its package.json.
        root,
        `--user-data-dir=${join(folder, 'user')}`,
        '--lang=en-GB',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--data-root',
        join(folder, 'data'),
        '--port',
        '0',
        '--no-portal',
      ],
      env: Object.fromEntries(env),
    });
  });

  test.afterEach(async () => {
    const main = shell.process();
    await shell.close().catch(() => undefined);
    if (main.exitCode === null) main.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('starts the service and shows the status page', async () => {
    const page = await shell.firstWindow();
    await expect(page).toHaveURL(/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+\//, { timeout: 30_000 });
    await expect(page.locator('body')).not.toBeEmpty();
    const state = await page.evaluate(() =>
      (globalThis as { tillmark?: TillmarkBridge }).tillmark?.serviceState(),
    );
    // A new register has no configuration yet: it answers, and may not sell.
    expect(['ready', 'notReady']).toContain(state?.state);
    const shellState = await page.evaluate(() =>
      (globalThis as { tillmark?: TillmarkBridge }).tillmark?.shellState(),
    );
    // Started with options and from its sources: the system could not start the same.
    expect(shellState).toMatchObject({ autostart: null, notices: true });
  });

  test('keeps its page away from Node and from other sites', async () => {
    const page = await shell.firstWindow();
    await expect(page).toHaveURL(/^http:/, { timeout: 30_000 });
    const before = page.url();
    expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined');
    await page.evaluate("window.location.href = 'http://127.0.0.1:9/'");
    await page.evaluate("window.open('http://127.0.0.1:9/')");
    await page.waitForTimeout(500);
    expect(page.url()).toBe(before);
    expect(shell.windows()).toHaveLength(1);
  });
});
