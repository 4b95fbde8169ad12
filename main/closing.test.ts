import type { BrowserWindow as RealWindow } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ServiceState } from './bridge.ts';
import { askBeforeClosing } from './closing.ts';
import { BrowserWindow, PreventableEvent, record, resetElectron } from './testing/electron-double.ts';
import { textsFor } from './texts.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const url = 'http://127.0.0.1:5618';
let window: BrowserWindow;

beforeEach(resetElectron);

function close(state: ServiceState): boolean {
  window = new BrowserWindow({});
  askBeforeClosing(window as unknown as RealWindow, textsFor('en'), () => state);
  const event = new PreventableEvent();
  window.emit('close', event);
  window.emit('close', new PreventableEvent());
  return event.defaultPrevented;
}

it('asks once, and keeps the register running unless somebody wants it to end', async () => {
  expect(close({ state: 'ready', url, problems: [] })).toBe(true);
  await vi.waitFor(() => expect(window.minimised).toBe(1));
  expect(record.questions).toHaveLength(1);
  expect(record.questions[0]).toMatchObject({ buttons: ['Keep running', 'Quit'], defaultId: 0, cancelId: 0 });
  expect(record.quits).toBe(0);
});

it('quits when that is the answer', async () => {
  record.pressed = 1;
  close({ state: 'notReady', url, problems: ['NO_CFG'] });
  await vi.waitFor(() => expect(record.quits).toBe(1));
  expect(window.minimised).toBe(0);
});

it.each<ServiceState>([
  { state: 'attached', url, ready: true, problems: [] },
  { state: 'failed', reason: 'portTaken', text: '' },
  { state: 'stopped' },
])('closes without a word where no register ends with it: %j', (state) => {
  expect(close(state)).toBe(false);
  expect(record.questions).toEqual([]);
});
