import { beforeEach, expect, it, vi } from 'vitest';
import type { ServiceState, UpdateState } from './bridge.ts';
import { record, resetElectron, type MenuEntry } from './testing/electron-double.ts';
import { textsFor } from './texts.ts';
import { createTray } from './tray.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const actions = {
  open: vi.fn(),
  restart: vi.fn(),
  quit: vi.fn(),
  openPortal: vi.fn(),
  installUpdate: vi.fn(),
};
const url = 'http://127.0.0.1:5618';
const attached = (ready: boolean | null, problems: string[] = []): ServiceState => ({
  state: 'attached',
  ...{ url, ready, problems },
});

beforeEach(() => {
  resetElectron();
  vi.clearAllMocks();
});

function show(
  state: ServiceState,
  locale = 'en',
  update: UpdateState = { state: 'none' },
): Map<string, MenuEntry> {
  createTray(textsFor(locale), actions)?.follow(state, update);
  return new Map(record.trays[0]!.items.map((item) => [item.id ?? '', item]));
}

const icon = (): string => /\w+\.png$/.exec(String(record.trays[0]!.image))![0];

it.each<[ServiceState, string, string]>([
  [{ state: 'starting' }, 'warning.png', 'starting'],
  [{ state: 'ready', url, problems: [] }, 'ready.png', 'Ready to sell'],
  [{ state: 'ready', url, problems: ['DISK_LOW'] }, 'warning.png', 'with notices: 1'],
  [
    { state: 'notReady', url, problems: ['NO_CFG', 'NO_KEY'] },
    'stopped.png',
    'Not ready to sell, reasons: 2',
  ],
  [attached(true), 'ready.png', 'already running on this computer'],
  [attached(false, ['NO_CFG']), 'stopped.png', 'Not ready to sell, reasons: 1'],
  [attached(null), 'warning.png', 'It asks for a user'],
  [{ state: 'failed', reason: 'portTaken', text: '' }, 'stopped.png', 'Another program'],
  [{ state: 'stopped' }, 'stopped.png', 'stopped'],
])('shows %j by icon %s, tooltip and menu', (state, file, words) => {
  const menu = show(state);
  expect(icon()).toBe(file);
  expect(menu.get('state')).toMatchObject({ enabled: false });
  expect(menu.get('state')?.label).toContain(words);
  expect(record.trays[0]!.tooltip).toContain(words);
});

it('says when the next attempt is', () => {
  const at = new Date(2026, 10, 20, 14, 5, 9).toISOString();
  const menu = show({ state: 'restarting', at, attempt: 3, text: 'crash' }, 'de-AT');
  expect(menu.get('state')?.label).toBe('Das Register wurde unterbrochen, nächster Versuch um 14:05:09');
  expect(icon()).toBe('warning.png');
});

it('does what its entries say', () => {
  const menu = show({ state: 'failed', reason: 'usage', text: '' });
  menu.get('open')?.click?.();
  menu.get('restart')?.click?.();
  menu.get('quit')?.click?.();
  record.trays[0]!.emit('click');
  expect(actions.open).toHaveBeenCalledTimes(2);
  expect(actions.restart).toHaveBeenCalledTimes(1);
  expect(actions.quit).toHaveBeenCalledTimes(1);
});

it('does not offer to restart a register that is not ours', () => {
  expect(show(attached(true)).get('restart')?.enabled).toBe(false);
});

it('offers a restart wherever it can help', () => {
  expect(show({ state: 'stopped' }).get('restart')?.enabled).toBe(true);
});

it('opens the portal once it runs', () => {
  expect(show({ state: 'ready', url, problems: [] }).get('portal')?.visible).toBe(false);
  resetElectron();
  const entry = show({ state: 'ready', url, problems: [], portal: 'http://localhost:5619' }).get('portal');
  expect(entry?.visible).toBe(true);
  entry?.click?.();
  expect(actions.openPortal).toHaveBeenCalledTimes(1);
});

it('offers an update that is ready', () => {
  const state: ServiceState = { state: 'ready', url, problems: [] };
  expect(show(state).get('install')?.visible).toBe(false);
  resetElectron();
  const entry = show(state, 'hr', { state: 'ready', version: '3.1.0' }).get('install');
  expect(entry).toMatchObject({ visible: true, label: 'Ugradi inačicu 3.1.0 …' });
  entry?.click?.();
  expect(actions.installUpdate).toHaveBeenCalledTimes(1);
});

it('is null on a desktop without a tray', () => {
  record.trayMissing = true;
  expect(createTray(textsFor('en'), actions)).toBeNull();
});
