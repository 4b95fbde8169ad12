import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow as RealWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PreferencesFile } from './preferences.ts';
import { BrowserWindow, record, resetElectron } from './testing/electron-double.ts';
import { boundsFor, followPlace, SAVE_AFTER } from './window-place.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const place = { x: 100, y: 50, width: 900, height: 700, maximised: false };

beforeEach(resetElectron);

describe('where a window opens', () => {
  it('is where it was', () => {
    expect(boundsFor(place)).toEqual({ x: 100, y: 50, width: 900, height: 700 });
  });

  it('is the place of the system the first time', () => {
    expect(boundsFor(null)).toEqual({ width: 1180, height: 800 });
  });

  it.each([
    ['its display is gone', { ...place, x: 2500 }],
    ['nobody could take hold of it', { ...place, x: -850 }],
    ['its title is above the display', { ...place, y: -200 }],
    ['its title is below the display', { ...place, y: 1030 }],
  ])('is the place of the system where %s', (_what, gone) => {
    expect(boundsFor(gone)).toEqual({ width: 1180, height: 800 });
  });

  it('is within the display it is on, and legible', () => {
    record.displays = [
      { x: 0, y: 0, width: 800, height: 600 },
      { x: 800, y: 0, width: 1000, height: 700 },
    ];
    expect(boundsFor({ ...place, x: 850, width: 4000, height: 4000 })).toMatchObject({
      width: 1000,
      height: 700,
    });
    expect(boundsFor({ ...place, width: 130, height: 1 })).toMatchObject({ width: 480, height: 400 });
    expect(boundsFor(null)).toEqual({ width: 800, height: 600 });
  });
});

describe('what is kept', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillmark-shell-'));
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  it('is the last place, once, and whether it was maximised', () => {
    const window = new BrowserWindow({});
    const save = vi.fn();
    followPlace(window as unknown as RealWindow, save);
    window.emit('move');
    window.emit('resize');
    vi.advanceTimersByTime(SAVE_AFTER);
    window.maximised = true;
    window.emit('close');
    vi.advanceTimersByTime(SAVE_AFTER);
    expect(save.mock.calls).toEqual([
      [{ ...window.bounds, maximised: false }],
      [{ ...window.bounds, maximised: true }],
    ]);
  });

  it('is there after a restart', () => {
    new PreferencesFile(folder).change({ place, notices: false });
    expect(new PreferencesFile(folder).now).toEqual({
      place,
      notices: false,
      updates: true,
      softwareGraphics: null,
    });
  });

  it.each([
    'no JSON',
    'null',
    '[]',
    '{"place":"x","notices":"no","updates":1}',
    '{"place":{"x":1e300,"y":0,"width":1,"height":1}}',
    '{"place":{"x":0.5,"y":0,"width":500,"height":500}}',
    '{"place":{"x":0,"y":0,"width":500}}',
    `{"notices":false,"pad":"${'x'.repeat(70_000)}"}`,
  ])('is nothing of a file that says %.60s', (text) => {
    writeFileSync(join(folder, 'shell.json'), text);
    const file = new PreferencesFile(folder);
    expect(file.now).toEqual({ place: null, notices: true, updates: true, softwareGraphics: null });
    file.change({ updates: false });
    expect(JSON.parse(readFileSync(join(folder, 'shell.json'), 'utf8'))).toMatchObject({ updates: false });
  });

  it('holds for this run where nothing can be written', () => {
    const file = new PreferencesFile('/dev/null/user');
    file.change({ notices: false });
    expect(file.now.notices).toBe(false);
  });
});
