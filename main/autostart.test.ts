import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { autostart, type Autostart } from './autostart.ts';
import { app, record, resetElectron } from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

beforeEach(() => {
  resetElectron();
  app.isPackaged = true;
});

it('is not offered where the system would start something else: from sources, and with options', () => {
  app.isPackaged = false;
  expect(autostart('win32', {}, true)).toBeNull();
  expect(autostart('linux', {}, true)).toBeNull();
  app.isPackaged = true;
  expect(autostart('win32', {}, false)).toBeNull();
});

describe.each(['win32', 'darwin'] as const)('on %s', (platform) => {
  it('asks the system, with an argument of its own, and says what the system says', () => {
    const start = autostart(platform, {}, true)!;
    expect(start.isOn).toBe(false);
    expect(start.set(true)).toBe(true);
    expect(record.loginItem).toMatchObject({ openAtLogin: true, args: ['--in-background'] });
    expect(start.isOn).toBe(true);
    expect(start.set(false)).toBe(true);
    expect(start.isOn).toBe(false);
  });

  it('says so when the system refuses, or has it switched off elsewhere', () => {
    const start = autostart(platform, {}, true)!;
    record.loginRefused = true;
    expect(start.set(true)).toBe(false);
    record.loginRefused = false;
    start.set(true);
    record.loginItem = { ...record.loginItem, executableWillLaunchAtLogin: false };
    expect(start.isOn).toBe(false);
  });
});

describe('on Linux', () => {
  let folder: string;
  let file: string;
  const open = (program?: string): Autostart =>
    autostart('linux', { XDG_CONFIG_HOME: folder, ...(program && { APPIMAGE: program }) }, true)!;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillmark-autostart-'));
    file = join(folder, 'autostart', 'org.tillmark.Tillmark.desktop');
  });
  afterEach(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });

  it('writes an entry of the desktop, and removes it', () => {
    const start = open();
    expect(start.isOn).toBe(false);
    expect(start.set(true)).toBe(true);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^\[Desktop Entry\]\nType=Application\nName=Tillmark\n/);
    expect(text).toContain(`\nExec="${process.execPath}" --in-background\n`);
    expect(start.isOn).toBe(true);
    expect(start.set(false)).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(start.isOn).toBe(false);
  });

  it('quotes what the path of an AppImage may hold, so that it stays one argument of one line', () => {
    open('/home/ana/my "till" $HOME 100%\nExec=rm/Till\\mark.AppImage').set(true);
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.filter((line) => line.startsWith('Exec='))).toEqual([
      String.raw`Exec="/home/ana/my \\"till\\" \\$HOME 100%%\nExec=rm/Till\\\\mark.AppImage" --in-background`,
    ]);
  });

  it('follows an AppImage that was moved, but leaves an entry that somebody has switched off', () => {
    open('/old/Tillmark.AppImage').set(true);
    expect(open('/new/Tillmark.AppImage').isOn).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('"/new/Tillmark.AppImage"');
    writeFileSync(file, '[Desktop Entry]\nHidden=true\n');
    expect(open('/new/Tillmark.AppImage').isOn).toBe(false);
    writeFileSync(file, '[Desktop Entry]\nX-GNOME-Autostart-enabled=false\n');
    expect(open('/new/Tillmark.AppImage').isOn).toBe(false);
    expect(readFileSync(file, 'utf8')).toContain('enabled=false');
  });

  it('says so where nothing can be written', () => {
    mkdirSync(join(folder, 'autostart', 'org.tillmark.Tillmark.desktop'), { recursive: true });
    expect(open().set(true)).toBe(false);
  });
});
