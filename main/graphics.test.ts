import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CRASHES_ALLOWED, watchGraphics } from './graphics.ts';
import { PreferencesFile } from './preferences.ts';
import { app, record, resetElectron } from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

let folder: string;
const start = (): void => watchGraphics(new PreferencesFile(folder), () => undefined);
const gone = (reason: string, type = 'GPU'): void => {
  for (let i = 0; i < CRASHES_ALLOWED; i += 1)
    app.emit('child-process-gone', {}, { type, reason, exitCode: 5 });
};

beforeEach(() => {
  resetElectron();
  folder = mkdtempSync(join(tmpdir(), 'tillmark-graphics-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('goes without the graphics processor after a run of crashes, until the next version', () => {
  start();
  gone('crashed');
  expect(record.order).toEqual([]);
  start();
  expect(record.order).toEqual(['software graphics']);
  vi.spyOn(app, 'getVersion').mockReturnValue('3.0.1');
  start();
  expect(record.order).toEqual(['software graphics']);
});

it('does not blame it for an end on purpose, nor for other processes', () => {
  start();
  gone('clean-exit');
  gone('killed');
  gone('crashed', 'Utility');
  start();
  expect(record.order).toEqual([]);
});
