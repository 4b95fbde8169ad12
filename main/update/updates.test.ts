import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UpdateState } from '../bridge.ts';
import { systemClock } from '../service/clock.ts';
import type { UpdateSource } from './source.ts';
import { FIRST_LOOK, LOOK_AGAIN, LOOK_EVERY, SPREAD, Updates, type UpdateParts } from './updates.ts';

/** A feed and an installer under the test's control. */
class SourceDouble implements UpdateSource {
  canInstall = true;
  needsPerson = false;
  offers: string | null | Error = '3.1.0';
  downloadFails = false;
  readonly calls: string[] = [];
  check(): Promise<string | null> {
    this.calls.push('check');
    return this.offers instanceof Error ? Promise.reject(this.offers) : Promise.resolve(this.offers);
  }
  download(): Promise<void> {
    this.calls.push('download');
    return this.downloadFails ? Promise.reject(new Error('cut off')) : Promise.resolve();
  }
  install(): Promise<never> {
    this.calls.push('install');
    return Promise.reject(new Error('locked\nstack'));
  }
}

let source: SourceDouble;
let seen: UpdateState[];
const parts = {
  open: vi.fn<() => UpdateSource | null>(),
  isOn: vi.fn(() => true),
  isOurs: vi.fn(() => true),
  isQuiet: vi.fn(() => Promise.resolve(true)),
  prepare: vi.fn(() => Promise.resolve()),
  recover: vi.fn(),
};
let updates: Updates;

beforeEach(() => {
  vi.useFakeTimers();
  source = new SourceDouble();
  seen = [];
  for (const part of Object.values(parts)) part.mockClear();
  parts.open.mockReturnValue(source);
  parts.isOn.mockReturnValue(true);
  parts.isOurs.mockReturnValue(true);
  parts.isQuiet.mockResolvedValue(true);
  updates = new Updates({
    ...(parts as unknown as UpdateParts),
    current: '3.0.0',
    changed: (state) => seen.push(state),
    clock: systemClock,
    random: () => 0.5,
    log: () => undefined,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const checks = (): number => source.calls.filter((call) => call === 'check').length;

async function becomeReady(): Promise<void> {
  updates.follow();
  await updates.look();
  expect(updates.state).toEqual({ state: 'ready', version: '3.1.0' });
}

describe('looking', () => {
  it('loads an update in the background and installs nothing', async () => {
    updates.follow();
    expect(parts.open).not.toHaveBeenCalled();
    await pass(FIRST_LOOK + SPREAD / 2);
    expect(seen.map(({ state }) => state)).toEqual(['none', 'checking', 'downloading', 'ready']);
    await pass(10 * LOOK_EVERY);
    expect(source.calls).not.toContain('install');
  });

  it('looks every day, spread over some time', async () => {
    source.offers = null;
    updates.follow();
    await pass(FIRST_LOOK + SPREAD / 2);
    expect(checks()).toBe(1);
    await pass(LOOK_EVERY);
    expect(checks()).toBe(1);
    await pass(SPREAD / 2);
    expect(checks()).toBe(2);
    expect(updates.state).toEqual({ state: 'none' });
  });

  it('does nothing where nobody wants updates, and ends when that changes', async () => {
    parts.isOn.mockReturnValue(false);
    updates.follow();
    await pass(LOOK_EVERY);
    expect(parts.open).not.toHaveBeenCalled();
    parts.isOn.mockReturnValue(true);
    updates.follow();
    parts.isOn.mockReturnValue(false);
    updates.follow();
    await pass(LOOK_EVERY);
    expect(updates.state).toEqual({ state: 'off' });
    expect(checks()).toBe(0);
  });

  it('goes on looking when somebody switches it off and on with an update that is ready', async () => {
    await becomeReady();
    updates.follow();
    source.offers = '3.2.0';
    await pass(LOOK_EVERY + SPREAD / 2);
    expect(updates.state).toEqual({ state: 'ready', version: '3.2.0' });
  });

  it('tells why it failed, and tries again sooner', async () => {
    source.offers = new Error('net::ERR_INTERNET_DISCONNECTED\nat stack');
    await updates.look();
    expect(updates.state).toEqual({ state: 'failed', text: 'net::ERR_INTERNET_DISCONNECTED' });
    source.offers = '3.1.0';
    await pass(LOOK_AGAIN + SPREAD / 2);
    expect(updates.state).toEqual({ state: 'ready', version: '3.1.0' });
  });

  it('keeps what it has loaded when a later look fails, and takes a newer one', async () => {
    await becomeReady();
    source.offers = new Error('offline');
    await updates.look();
    expect(updates.state).toEqual({ state: 'ready', version: '3.1.0' });
    source.offers = '3.2.0';
    await updates.look();
    expect(updates.state).toEqual({ state: 'ready', version: '3.2.0' });
  });

  it('is not ready when the download fails', async () => {
    source.downloadFails = true;
    await updates.look();
    expect(updates.state).toEqual({ state: 'failed', text: 'cut off' });
  });

  it.each(['3.0.0', '2.9.9', '3.1.0-beta.1', 'latest', '3.1', '9'.repeat(400)])(
    'refuses %.20s: nothing leads back, and nothing to what is no release',
    async (version) => {
      source.offers = version;
      await updates.look();
      expect(updates.state).toEqual({ state: 'none' });
      expect(source.calls).not.toContain('download');
    },
  );

  it('only tells where the system replaces the package, or the service is not ours', async () => {
    source.canInstall = false;
    await updates.look();
    expect(updates.state).toEqual({ state: 'told', version: '3.1.0' });
    source.canInstall = true;
    parts.isOurs.mockReturnValue(false);
    await updates.look();
    expect(updates.state).toEqual({ state: 'told', version: '3.1.0' });
    expect(source.calls).not.toContain('download');
  });

  it('says that it cannot look', async () => {
    parts.open.mockReturnValue(null);
    await updates.look();
    expect(updates.state).toEqual({ state: 'unavailable' });
  });
});

describe('installing', () => {
  it('stops the service first, and starts it again when the system refuses', async () => {
    await becomeReady();
    const order: string[] = [];
    parts.prepare.mockImplementationOnce(() => Promise.resolve(void order.push('prepare', ...source.calls)));
    expect(await updates.install()).toEqual({ refused: 'failed', text: 'locked' });
    expect(order).toEqual(['prepare', 'check', 'download']);
    expect(source.calls.at(-1)).toBe('install');
    expect(parts.recover).toHaveBeenCalledTimes(1);
    expect(updates.state).toEqual({ state: 'failed', text: 'locked' });
    await pass(LOOK_AGAIN + SPREAD / 2);
    expect(updates.state).toEqual({ state: 'ready', version: '3.1.0' });
  });

  it('does nothing while somebody sells', async () => {
    await becomeReady();
    parts.isQuiet.mockResolvedValue(false);
    expect(await updates.install()).toEqual({ refused: 'busy' });
    expect(parts.prepare).not.toHaveBeenCalled();
    expect(updates.state).toEqual({ state: 'ready', version: '3.1.0' });
  });

  it('does nothing without an update, or for a service that is not ours', async () => {
    expect(await updates.install()).toEqual({ refused: 'nothing' });
    await becomeReady();
    parts.isOurs.mockReturnValue(false);
    expect(await updates.install()).toEqual({ refused: 'nothing' });
    expect(parts.prepare).not.toHaveBeenCalled();
  });

  it('takes place at the daily restart, once', async () => {
    await becomeReady();
    await Promise.all([updates.atDailyRestart(0), updates.atDailyRestart(0)]);
    expect(source.calls.filter((call) => call === 'install')).toHaveLength(1);
  });

  it('does not take place at the daily restart while records wait, nor where the system would ask somebody', async () => {
    await updates.atDailyRestart(0);
    await becomeReady();
    source.needsPerson = true;
    await updates.atDailyRestart(0);
    source.needsPerson = false;
    await updates.atDailyRestart(1);
    parts.isOn.mockReturnValue(false);
    await updates.atDailyRestart(0);
    expect(parts.prepare).not.toHaveBeenCalled();
  });
});
