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

const { platform: PLATFORM } = process;
const onPlatform = (platform: NodeJS.Platform): void => {
  Object.defineProperty(process, 'platform', { value: platform });
};

afterEach(() => {
  onPlatform(PLATFORM);
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

it('has an identity of its own on Windows', async () => {
  await start();
  expect(record.appId).toBe('org.tillmark.Tillmark');
});

it('opens the portal in the browser once the service has told where it is', async () => {
  await start();
  const entry = () => record.menu?.items[0]?.submenu?.find(({ id }) => id === 'portal');
  const child = record.children[0]!;
  child.emit('message', { type: 'ready', url: 'http://127.0.0.1:40001' });
  expect(entry()?.enabled).toBe(false);
  child.emit('message', { type: 'portal', url: 'http://localhost:40002' });
  expect(entry()?.enabled).toBe(true);
  entry()?.click?.();
  await vi.waitFor(() => expect(record.opened).toEqual(['http://localhost:40002/']));
});

it('signs in where the register asks for a user, and goes on to the page', async () => {
  await start();
  record.children[0]!.emit('message', { type: 'ready', url: 'http://127.0.0.1:40001' });
  const answers: unknown[][] = [];
  const challenge = () =>
    app.emit(
      'login',
      { preventDefault: () => undefined },
      record.windows[0]!.webContents,
      { url: 'http://127.0.0.1:40001/', firstAuthAttempt: true },
      { isProxy: false },
      (...answer: unknown[]) => answers.push(answer),
    );
  challenge();
  expect(record.windows[0]!.loaded.at(-1)).toBe('tillmark://app/sign-in');
  const senderFrame = { origin: 'tillmark://app', parent: null };
  record.handlers.get('tillmark/signIn')?.({ senderFrame }, 'ana', 'secret');
  expect(record.windows[0]!.loaded.at(-1)).toBe('http://127.0.0.1:40001');
  challenge();
  expect(answers).toEqual([[], ['ana', 'secret']]);
});

it('shows the window when a second shell is started', async () => {
  await start();
  record.windows[0]!.emit('ready-to-show');
  const before = record.windows[0]!.shown;
  app.emit('second-instance', {}, ['tillmark']);
  await vi.waitFor(() => expect(record.windows[0]!.shown).toBe(before + 1));
});

it('goes on selling behind a closed window while there is a tray', async () => {
  onPlatform('win32');
  await start();
  record.windows[0]!.emit('close', { preventDefault: () => expect.fail('nothing is asked') });
  app.emit('window-all-closed');
  expect(record.quits).toBe(0);
});

it.each([
  ['where the desktop has no tray', 'win32', true],
  ['on Linux, where nobody may see the tray', 'linux', false],
] as const)('asks, and quits with its last window, %s', async (_what, platform, trayMissing) => {
  onPlatform(platform);
  record.trayMissing = trayMissing;
  await start();
  record.windows[0]!.emit('close', { preventDefault: () => undefined });
  expect(record.questions).toHaveLength(1);
  app.emit('window-all-closed');
  expect(record.quits).toBe(1);
});

it('tells the service to stop at once when Windows ends the session, whatever is in flight', async () => {
  await start();
  const child = record.children[0]!;
  child.emit('message', { type: 'ready', url: 'http://127.0.0.1:40001' });
  record.windows[0]!.emit('session-end', { reasons: ['shutdown'] });
  await vi.waitFor(() => expect(child.sent.at(-1)).toEqual({ type: 'stop' }));
});

it('stops the service before it quits', async () => {
  await start();
  record.trays[0]!.items.find(({ id }) => id === 'quit')?.click?.();
  const child = record.children[0]!;
  await vi.waitFor(() => expect(child.sent).toHaveLength(1));
  expect(child.sent).toEqual([{ type: 'stop' }]);
  expect(record.exits).toEqual([]);
  child.emit('exit', 0);
  await vi.waitFor(() => expect(record.exits).toEqual([0]));
  expect(record.children).toHaveLength(1);
});
