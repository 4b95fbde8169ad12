import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Electron from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

let app: typeof Electron.app;
let record: typeof Electron.record;

beforeEach(async () => {
  // The entry acts when it is imported: every test gets its own, and the double that it sees.
  vi.resetModules();
  const electron = (await import('electron')) as unknown as typeof Electron;
  ({ app, record } = electron);
  electron.resetElectron();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  // The system picks the port: the tests look for no register on this machine.
  vi.stubEnv('TILLMARK_PORT', '0');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function start(): Promise<void> {
  await import('./index.ts');
  await vi.waitFor(() => expect(record.lock ? record.children : record.exits).toHaveLength(1));
}

it('leaves at once when another shell runs', async () => {
  record.lock = false;
  await start();
  expect(record.order).toEqual(['lock']);
  expect(record.exits).toEqual([0]);
});

it('asks for the lock first, then starts the service and opens the window', async () => {
  await start();
  expect(record.order.slice(0, 3)).toEqual(['lock', 'scheme', 'whenReady']);
  const child = record.children[0]!;
  expect(child.module).toMatch(/service[\\/]start\.js$/);
  expect(child.args.at(-1)).toBe('--headless');
  expect(child.options['env']).toMatchObject({ TILLMARK_PORT: '0' });
  expect(record.windows[0]?.loaded).toEqual(['tillmark://app/']);
  child.emit('message', { type: 'ready', url: 'http://127.0.0.1:40001' });
  expect(record.windows[0]?.loaded.at(-1)).toBe('http://127.0.0.1:40001');
  expect(record.trays[0]?.tooltip).toBe('Tillmark: Ready to sell');
  expect(record.menu?.items.some(({ role }) => role === 'help')).toBe(false);
});

it('shows the window when a second shell is started', async () => {
  await start();
  const before = record.windows[0]!.shown;
  app.emit('second-instance');
  await vi.waitFor(() => expect(record.windows[0]!.shown).toBe(before + 1));
});

it('goes on selling behind a closed window while there is a tray', async () => {
  await start();
  app.emit('window-all-closed');
  expect(record.quits).toBe(0);
});

it('quits with its last window where the desktop has no tray', async () => {
  record.trayMissing = true;
  await start();
  app.emit('window-all-closed');
  expect(record.quits).toBe(1);
});

it('stops the service before it quits', async () => {
  await start();
  record.trays[0]!.items.find(({ id }) => id === 'quit')?.click?.();
  const child = record.children[0]!;
  expect(child.sent).toEqual([{ type: 'stop' }]);
  expect(record.exits).toEqual([]);
  child.emit('exit', 0);
  await vi.waitFor(() => expect(record.exits).toEqual([0]));
  expect(record.children).toHaveLength(1);
});
