import { beforeEach, expect, it, vi } from 'vitest';
import { setMenu } from './menu.ts';
import { record, resetElectron } from './testing/electron-double.ts';
import { textsFor } from './texts.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const actions = { home: vi.fn(), back: vi.fn(), openPortal: vi.fn() };

beforeEach(() => {
  resetElectron();
  vi.clearAllMocks();
});

it('leads home and back, and speaks the language of the app throughout', () => {
  setMenu(textsFor('de'), 'win32', actions, false);
  const { items } = record.menu!;
  expect(items.map(({ label }) => label)).toEqual(['Gehe zu', 'Ansicht']);
  const entries = items.flatMap(({ submenu = [] }) => submenu).filter(({ type }) => type !== 'separator');
  expect(entries.filter(({ label }) => label === undefined)).toEqual([]);
  for (const id of ['home', 'back']) entries.find((entry) => entry.id === id)?.click?.();
  expect([actions.home, actions.back].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('keeps copy and paste on macOS, where they need a menu', () => {
  setMenu(textsFor('en'), 'darwin', actions, true);
  expect(record.menu!.items.map(({ role, label }) => role ?? label)).toEqual([
    'appMenu',
    'Go',
    'editMenu',
    'View',
    'windowMenu',
  ]);
});
