import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type * as Electron from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

/** Where updates come from, in the tests that have them. */
const source = vi.hoisted(() => ({
  canInstall: true,
  needsPerson: false,
  isThere: false,
  check: vi.fn(() => Promise.resolve('3.1.0')),
  download: vi.fn(() => Promise.resolve()),
  install: vi.fn(),
}));
vi.mock('./update/load.ts', () => ({ loadSource: () => (source.isThere ? source : null) }));

// The process is the test's own.
vi.mock('./log.ts', async (original) => ({ ...(await original<object>()), logDefects: () => undefined }));
// Whatever listens on this machine is not looked at.
vi.mock('./service/probe.ts', () => ({ probeRegister: () => Promise.resolve(null) }));

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

const url = 'http://127.0.0.1:40001';
const says = (message: object): boolean => record.children.at(-1)!.emit('message', message);

/** An entry of the menu of the window. */
const entry = (wanted: string) =>
  record.menu?.items.flatMap(({ submenu = [] }) => submenu).find(({ id }) => id === wanted);

describe('a link', () => {
  it('of a second shell opens its page', async () => {
    await start();
    says({ type: 'ready', url });
    app.emit('second-instance', {}, ['tillmark', '--', 'tillmark://open/devices']);
    await vi.waitFor(() => expect(record.windows[0]!.loaded.at(-1)).toBe(`${url}/#/devices`));
    app.emit('second-instance', {}, ['tillmark', '--data-root=/evil', 'tillmark://evil/']);
    await Promise.resolve();
    expect(record.windows[0]!.loaded.at(-1)).toBe(`${url}/#/devices`);
    expect(record.children).toHaveLength(1);
  });

  it('of macOS that starts the program opens nothing before the pages are there', async () => {
    record.beforeReady = () =>
      app.emit('open-url', { preventDefault: () => undefined }, 'tillmark://open/docs');
    await start();
    await vi.waitFor(() => expect(record.windows).toHaveLength(1));
    expect(record.served.has('tillmark')).toBe(true);
    says({ type: 'ready', url });
    expect(record.windows[0]!.loaded.at(-1)).toBe(`${url}/docs`);
  });
});

describe('started by the system at sign-in', () => {
  it('shows no window where there is a tray', async () => {
    onPlatform('darwin');
    record.loginItem = { openAtLogin: true, wasOpenedAtLogin: true };
    await start();
    expect(record.windows).toHaveLength(0);
    app.emit('activate');
    await vi.waitFor(() => expect(record.windows).toHaveLength(1));
  });

  it('opens its window minimised where nobody may see the tray', async () => {
    onPlatform('linux');
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.', '--in-background']);
    await start();
    record.windows[0]!.emit('ready-to-show');
    expect([record.windows[0]!.shown, record.windows[0]!.minimised]).toEqual([0, 1]);
  });
});

describe('switches', () => {
  const page = { senderFrame: { origin: url, parent: null } };

  it('are the same in menu and page', async () => {
    await start();
    says({ type: 'ready', url });
    expect(record.handlers.get('tillmark/setShell')?.(page, 'notices', false)).toMatchObject({
      notices: false,
    });
    expect(entry('notices')?.checked).toBe(false);
    entry('notices')?.click?.();
    expect(record.handlers.get('tillmark/shellState')?.(page)).toMatchObject({
      // A copy that runs from its sources.
      autostart: null,
      notices: true,
    });
  });

  it('say so when the system refuses to start the program', async () => {
    onPlatform('win32');
    app.isPackaged = true;
    // No options: started again without them, it is the same program.
    for (const name of Object.keys(process.env))
      if (name.startsWith('TILLMARK_')) vi.stubEnv(name, undefined);
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['tillmark']);
    Object.assign(process, { resourcesPath: '/opt/Tillmark/resources' });
    await start();
    entry('autostart')?.click?.();
    expect([record.loginItem.openAtLogin, record.questions.length]).toEqual([true, 0]);
    record.loginRefused = true;
    entry('autostart')?.click?.();
    expect(record.questions).toMatchObject([{ message: 'The system does not start Tillmark by itself' }]);
    expect(entry('autostart')?.checked).toBe(true);
  });
});

describe('an update', () => {
  beforeEach(async () => {
    source.isThere = true;
    source.install.mockReset().mockReturnValue(Promise.withResolvers<never>().promise);
    await start();
    says({ type: 'ready', url });
    entry('look')?.click?.();
    await vi.waitFor(() => expect(entry('install')).toBeDefined());
  });
  afterEach(() => {
    source.isThere = false;
  });

  /** The service answers how busy it is. */
  const busy = async (activity: { atWork: number; waiting: number; idleSeconds: number | null }) => {
    await vi.waitFor(() => expect(record.children[0]!.sent.at(-1)).toEqual({ type: 'activity' }));
    record.children[0]!.sent = [];
    says({ type: 'activity', ...activity });
  };

  it('that is ready is told, and installed neither by itself nor during a sale', async () => {
    expect(record.trays[0]!.items.find(({ id }) => id === 'install')?.visible).toBe(true);
    entry('install')?.click?.();
    await busy({ atWork: 1, waiting: 0, idleSeconds: 0 });
    await vi.waitFor(() =>
      expect(record.questions).toMatchObject([{ message: 'Not now: somebody is selling' }]),
    );
    expect(source.install).not.toHaveBeenCalled();
  });

  it('is installed when somebody says so, after the service has stopped', async () => {
    entry('install')?.click?.();
    await busy({ atWork: 0, waiting: 0, idleSeconds: 500 });
    await busy({ atWork: 0, waiting: 0, idleSeconds: 500 });
    await vi.waitFor(() => expect(record.children[0]!.sent).toEqual([{ type: 'stop' }]));
    expect(source.install).not.toHaveBeenCalled();
    record.children[0]!.emit('exit', 0);
    await vi.waitFor(() => expect(source.install).toHaveBeenCalledTimes(1));
    expect(record.order.at(-1)).toBe('lock released');
    // The installer ends the program: nothing holds it back any more.
    app.quit();
    expect(record.exits).toEqual([]);
  });

  it('is installed at the daily restart, and the service comes back when that fails', async () => {
    source.install.mockRejectedValue(new Error('EBUSY'));
    says({ type: 'leaving', atWork: 0, waiting: 0, idleSeconds: 9 });
    record.children[0]!.emit('exit', 0);
    await vi.waitFor(() => expect(source.install).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(record.children).toHaveLength(2));
    expect(entry('update')?.label).toBe('Updates cannot be looked for');
  });
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

it('runs the service that lies beside the packed app', async () => {
  app.isPackaged = true;
  Object.assign(process, { resourcesPath: '/opt/Tillmark/resources' });
  onTestFinished(() => void Reflect.deleteProperty(process, 'resourcesPath'));
  await start();
  expect(record.children[0]!.module.replaceAll('\\', '/')).toBe(
    '/opt/Tillmark/resources/service/dist/service/start.js',
  );
});
