import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceState } from './bridge.ts';
import { Notices, OUT_OF_ORDER_AFTER, PRINTER_AGAIN_AFTER } from './notices.ts';
import { systemClock } from './service/clock.ts';
import { record, resetElectron } from './testing/electron-double.ts';
import { textsFor } from './texts.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const url = 'http://127.0.0.1:5618';
const ready = (...problems: string[]): ServiceState => ({ state: 'ready', url, problems });
const notReady: ServiceState = { state: 'notReady', url, problems: ['DISK_FULL'] };
const restarting = (attempt: number): ServiceState => ({
  state: 'restarting',
  ...{ at: '2026-11-23T10:00:00Z', attempt, text: '' },
});
const show = vi.fn();
let isOn: boolean;
let notices: Notices;
const titles = (): string[] => record.notices.map(({ title }) => title);

beforeEach(() => {
  resetElectron();
  vi.useFakeTimers();
  show.mockClear();
  isOn = true;
  notices = new Notices({ texts: textsFor('en'), clock: systemClock, isOn: () => isOn, show });
});

afterEach(() => {
  vi.useRealTimers();
});

it('tells once that the register is out of order, and once that it is back', () => {
  notices.follow(ready());
  for (let attempt = 1; attempt < 9; attempt += 1) {
    notices.follow(restarting(attempt));
    vi.advanceTimersByTime(OUT_OF_ORDER_AFTER / 3);
    notices.follow({ state: 'starting' });
  }
  expect(titles()).toEqual(['The register is out of order']);
  notices.follow(ready());
  notices.follow(ready('DISK_LOW'));
  expect(titles()).toEqual(['The register is out of order', 'The register is back in order']);
  record.notices[0]!.emit('click');
  expect(show).toHaveBeenCalledWith('/#/');
});

it('keeps silent about what passes by itself', () => {
  notices.follow(ready());
  notices.follow(notReady);
  vi.advanceTimersByTime(OUT_OF_ORDER_AFTER - 1);
  notices.follow(ready());
  notices.follow({ ...restarting(1), wished: { waiting: 0 } } as ServiceState);
  notices.follow(notReady);
  notices.follow({ state: 'stopped' });
  vi.advanceTimersByTime(OUT_OF_ORDER_AFTER);
  expect(titles()).toEqual([]);
});

it('says nothing to who sets a register up, but that it does not start at all', () => {
  notices.follow({ state: 'notReady', url, problems: ['NO_CFG'] });
  vi.advanceTimersByTime(OUT_OF_ORDER_AFTER);
  expect(titles()).toEqual([]);
  notices.follow({ state: 'failed', reason: 'portTaken', text: '' });
  vi.advanceTimersByTime(OUT_OF_ORDER_AFTER);
  expect(titles()).toEqual(['The register is out of order']);
});

it('follows a register that is not ours, as far as it tells', () => {
  const attached = (ready: boolean | null): ServiceState => ({ state: 'attached', url, ready, problems: [] });
  notices.follow(attached(null));
  notices.follow(attached(false));
  vi.advanceTimersByTime(OUT_OF_ORDER_AFTER);
  notices.follow(attached(true));
  expect(titles()).toEqual(['The register is out of order', 'The register is back in order']);
});

it('tells of the printer when its trouble begins, and leads to its page', () => {
  notices.follow(ready('PRINTER_PAPER'));
  notices.follow(ready('PRINTER_PAPER', 'PRINT_FAILED'));
  notices.follow(ready());
  notices.follow(ready('PRINTER_COVER'));
  expect(titles()).toEqual(['The printer needs attention']);
  record.notices[0]!.emit('click');
  expect(show).toHaveBeenCalledWith('/#/devices');
  notices.follow(ready());
  vi.advanceTimersByTime(PRINTER_AGAIN_AFTER);
  notices.follow(ready('PRINTER_COVER'));
  expect(titles()).toHaveLength(2);
});

it('tells of each update once', () => {
  notices.update('3.1.0', true);
  notices.update('3.1.0', true);
  notices.update('3.2.0', false);
  expect(titles()).toEqual(['Version 3.1.0 of Tillmark is ready', 'Version 3.2.0 of Tillmark is available']);
});

it('shows nothing to who wants none, nor where the system has none', () => {
  isOn = false;
  notices.update('3.1.0', true);
  isOn = true;
  record.noticesMissing = true;
  notices.update('3.2.0', true);
  expect(titles()).toEqual([]);
});
