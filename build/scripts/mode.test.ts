import { expect, test } from 'vitest';
import { chooseMode, findElectron, type Surroundings } from './mode.ts';

const desktop: Surroundings = {
  args: [],
  env: { DISPLAY: ':0' },
  platform: 'linux',
  isRoot: false,
  electron: '/electron',
};
const choose = (change: Partial<Surroundings>) => chooseMode({ ...desktop, ...change });

test('opens a window where Electron and a display are', () => {
  expect(choose({})).toEqual({ electron: '/electron', why: null });
  expect(choose({ env: { WAYLAND_DISPLAY: 'wayland-0' } }).electron).toBe('/electron');
  expect(choose({ env: {}, platform: 'win32' }).electron).toBe('/electron');
});

test('runs headless when asked, by option or environment', () => {
  expect(choose({ args: ['--port', '0', '--headless'] })).toEqual({ electron: null, why: 'as asked' });
  expect(choose({ env: { DISPLAY: ':0', TILLMARK_HEADLESS: '1' } }).electron).toBeNull();
  expect(choose({ env: { DISPLAY: ':0', TILLMARK_HEADLESS: 'false' } }).electron).toBe('/electron');
});

test('runs headless where no window can be, and says why', () => {
  expect(choose({ electron: null }).why).toMatch(/not installed/);
  expect(choose({ env: {} }).why).toMatch(/no display/);
  expect(choose({ isRoot: true }).why).toMatch(/root/);
});

test('needs no window and no explanation for --help and --version', () => {
  expect(choose({ args: ['--help'] })).toEqual({ electron: null, why: null });
  expect(choose({ args: ['--version'] })).toEqual({ electron: null, why: null });
});

const home = '/p/node_modules/electron';
const disk = (files: Record<string, string>, env: NodeJS.ProcessEnv = {}) => ({
  env,
  exists: (path: string) => Object.hasOwn(files, path),
  read: (path: string) => files[path] ?? '',
});

test("finds Electron's runtime on disk only", () => {
  expect(findElectron('/p', disk({}))).toBeNull();
  expect(findElectron('/p', disk({ [`${home}/path.txt`]: 'electron' }))).toBeNull();
  expect(
    findElectron('/p', disk({ [`${home}/path.txt`]: 'electron', [`${home}/dist/electron`]: 'binary' })),
  ).toBe(`${home}/dist/electron`);
});

test('follows ELECTRON_OVERRIDE_DIST_PATH', () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: '/opt/electron' };
  expect(findElectron('/p', disk({ '/opt/electron/electron': 'binary' }, env))).toBe(
    '/opt/electron/electron',
  );
  expect(findElectron('/p', disk({}, env))).toBeNull();
});
