import { beforeEach, expect, it, vi } from 'vitest';
import type { ShellState } from './bridge.ts';
import { setMenu, type MenuView } from './menu.ts';
import { record, resetElectron, type MenuEntry } from './testing/electron-double.ts';
import { textsFor } from './texts.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const actions = {
  ...{ home: vi.fn(), back: vi.fn(), openPortal: vi.fn(), openDocs: vi.fn(), openLogs: vi.fn() },
  ...{ set: vi.fn(), lookForUpdate: vi.fn(), installUpdate: vi.fn() },
};
const shell: ShellState = { autostart: false, notices: true, updates: true, update: { state: 'none' } };

function show(
  locale: string,
  platform: NodeJS.Platform,
  view: Partial<MenuView> = {},
): (id: string) => MenuEntry {
  const whole = { hasRegister: true, hasPortal: false, shell, version: '3.0.0', ...view };
  setMenu(textsFor(locale), platform, actions, whole);
  const entries = record.menu!.items.flatMap(({ submenu = [] }) => submenu);
  return (wanted) => entries.find(({ id }) => id === wanted) ?? {};
}

beforeEach(() => {
  resetElectron();
  vi.clearAllMocks();
});

it('leads home and back, and speaks the language of the app throughout', () => {
  const entry = show('de', 'win32');
  const { items } = record.menu!;
  expect(items.map(({ label }) => label)).toEqual(['Gehe zu', 'Ansicht', 'Tillmark']);
  const entries = items.flatMap(({ submenu = [] }) => submenu).filter(({ type }) => type !== 'separator');
  expect(entries.filter(({ label }) => label === undefined)).toEqual([]);
  for (const id of ['home', 'back', 'docs', 'logs']) entry(id).click?.();
  expect(
    [actions.home, actions.back, actions.openDocs, actions.openLogs].map(({ mock }) => mock.calls.length),
  ).toEqual([1, 1, 1, 1]);
});

it('offers portal and documentation while there is one to open', () => {
  expect([show('en', 'linux')('portal').enabled, show('en', 'linux')('docs').enabled]).toEqual([false, true]);
  const entry = show('en', 'linux', { hasPortal: true, hasRegister: false });
  expect([entry('portal').enabled, entry('docs').enabled]).toEqual([true, false]);
});

it('keeps copy and paste on macOS, where they need a menu', () => {
  show('en', 'darwin');
  expect(record.menu!.items.map(({ role, label }) => role ?? label)).toEqual([
    'appMenu',
    'Go',
    'editMenu',
    'View',
    'Tillmark',
    'windowMenu',
  ]);
});

it('switches what can be switched, and shows how it stands', () => {
  const entry = show('en', 'win32', { shell: { ...shell, updates: null } });
  expect(entry('autostart')).toMatchObject({ type: 'checkbox', checked: false, enabled: true });
  expect(entry('notices')).toMatchObject({ checked: true });
  expect(entry('updates')).toMatchObject({ checked: false, enabled: false });
  entry('autostart').click?.();
  entry('notices').click?.();
  expect(actions.set.mock.calls).toEqual([
    ['autostart', true],
    ['notices', false],
  ]);
});

it('tells how it stands with updates, and offers what can be done', () => {
  const shown = (update: ShellState['update']) => show('en', 'win32', { shell: { ...shell, update } });
  shown({ state: 'none' })('look').click?.();
  expect(actions.lookForUpdate).toHaveBeenCalledTimes(1);
  expect(shown({ state: 'downloading', version: '3.1.0' })('look').enabled).toBe(false);
  const ready = shown({ state: 'ready', version: '3.1.0' });
  expect(ready('update')).toMatchObject({ label: 'Version 3.1.0 is ready', enabled: false });
  expect(ready('install').label).toBe('Install version 3.1.0 …');
  ready('install').click?.();
  expect(actions.installUpdate).toHaveBeenCalledTimes(1);
  expect(shown({ state: 'failed', text: 'net' })('update').label).toBe('Updates cannot be looked for');
  expect(shown({ state: 'off' })('version').label).toBe('Version 3.0.0');
});
