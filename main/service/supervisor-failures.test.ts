import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceState } from '../bridge.ts';
import { ChildDouble } from '../testing/child-double.ts';
import { foreign, pass, Supervised, url } from '../testing/supervised.ts';
import { systemClock } from './clock.ts';
import type { Found } from './probe.ts';
import { STABLE_AFTER, Supervisor, WATCH_EVERY } from './supervisor.ts';

let house: Supervised;
let supervisor: Supervised['supervisor'];
let children: Supervised['children'];
const last = (): ChildDouble => house.last();
const startReady = (): Promise<void> => house.startReady();

beforeEach(() => {
  vi.useFakeTimers();
  house = new Supervised();
  ({ supervisor, children } = house);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('crash', () => {
  it('restarts with growing pauses up to 30 s', async () => {
    await supervisor.start();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const before = children.length;
      last().ends(1, true);
      const state = supervisor.state as Extract<ServiceState, { state: 'restarting' }>;
      expect(state.state).toBe('restarting');
      expect(Date.parse(state.at) - Date.now()).toBe(seconds * 1000);
      await pass(seconds * 1000 - 1);
      expect(children).toHaveLength(before);
      await pass(1);
      expect(children).toHaveLength(before + 1);
    }
  });

  it('starts the pauses over after a stable minute, not before', async () => {
    await startReady();
    last().ends(1);
    await pass(1000);
    last().says({ type: 'ready', url });
    await pass(STABLE_AFTER - 1);
    last().ends(1);
    expect(supervisor.state).toMatchObject({ state: 'restarting', attempt: 2 });
    await pass(2000);
    last().says({ type: 'ready', url });
    await pass(STABLE_AFTER);
    last().ends(1);
    expect(supervisor.state).toMatchObject({ state: 'restarting', attempt: 1 });
  });

  it('restarts a service that left cleanly without being asked, as its daily restart does', async () => {
    await startReady();
    last().ends(0);
    await pass(1000);
    expect(children).toHaveLength(2);
  });

  it('does not take the signal number of a crash for an exit code', async () => {
    await supervisor.start();
    last().ends(6, true);
    expect(supervisor.state.state).toBe('restarting');
    await pass(1000);
    last().says({ type: 'ready', url });
    last().ends(5);
    expect(supervisor.state.state).toBe('restarting');
  });

  it('ignores a process that has been given up', async () => {
    await startReady();
    const old = last();
    old.ends(1);
    await pass(1000);
    old.says({ type: 'ready', url: 'http://127.0.0.1:1' });
    old.ends(1);
    expect(supervisor.state).toEqual({ state: 'starting' });
  });

  it('restarts after a launch that threw', async () => {
    const broken = new Supervisor({
      fork: () => {
        throw new Error('no memory');
      },
      probe: () => Promise.resolve(null),
      clock: systemClock,
      log: () => undefined,
    });
    await broken.start();
    expect(broken.state).toMatchObject({ state: 'restarting', attempt: 1 });
  });
});

describe('failures that no restart can mend', () => {
  it.each([
    [2, 'usage'],
    [3, 'portTaken'],
    [4, 'dataRootNotWritable'],
    [5, 'dataRootInUse'],
    [6, 'demoOnData'],
  ] as const)('exit code %i is shown as %s', async (code, reason) => {
    await supervisor.start();
    last().says({ type: 'failed', code, text: 'because' });
    last().ends(1);
    expect(supervisor.state).toEqual({ state: 'failed', reason, text: 'because' });
    await pass(3_600_000);
    expect(children).toHaveLength(1);
  });

  it('believes the bare exit code of a service that never became ready', async () => {
    await supervisor.start();
    last().ends(4);
    expect(supervisor.state).toEqual({ state: 'failed', reason: 'dataRootNotWritable', text: '' });
  });

  it('restarts after any other failure the service reports', async () => {
    await supervisor.start();
    last().says({ type: 'failed', code: 1, text: 'migration failed' });
    last().ends(1);
    expect(supervisor.state).toMatchObject({ state: 'restarting', text: 'migration failed' });
  });

  it('starts again when a person asks for it', async () => {
    await supervisor.start();
    last().ends(4);
    await supervisor.restart();
    expect(children).toHaveLength(2);
    expect(supervisor.state).toEqual({ state: 'starting' });
  });

  it('attaches when the holder of the port turns out to be a register', async () => {
    await supervisor.start();
    last().ends(3);
    await pass(0);
    expect(supervisor.state.state).toBe('failed');
    house.found = foreign;
    await pass(WATCH_EVERY);
    expect(supervisor.state).toEqual({ state: 'attached', ...foreign });
  });
});

describe('attach', () => {
  beforeEach(async () => {
    house.found = foreign;
    await supervisor.start();
  });

  it('shows a register that runs already instead of starting one', () => {
    expect(children).toHaveLength(0);
    expect(supervisor.state).toEqual({ state: 'attached', ...foreign });
  });

  it('stays through one silent look, says so after the second, comes back by itself', async () => {
    house.found = null;
    await pass(WATCH_EVERY);
    expect(supervisor.state.state).toBe('attached');
    await pass(WATCH_EVERY);
    expect(supervisor.state).toEqual({ state: 'failed', reason: 'attachedLost', text: '' });
    await pass(10 * WATCH_EVERY);
    expect(children).toHaveLength(0);
    house.found = foreign;
    await pass(WATCH_EVERY);
    expect(supervisor.state).toEqual({ state: 'attached', ...foreign });
  });

  it('tells how it is doing at every look', async () => {
    house.found = { ...foreign, ready: false, problems: ['NO_CFG'] };
    await pass(WATCH_EVERY);
    expect(supervisor.state).toEqual({ state: 'attached', url, ready: false, problems: ['NO_CFG'] });
    house.found = { ...foreign, ready: null };
    await pass(WATCH_EVERY);
    expect(supervisor.state).toEqual({ state: 'attached', url, ready: null, problems: [] });
  });

  it('does not attach any more when it was stopped while it looked', async () => {
    const answers: ((found: Found) => void)[] = [];
    const looking = new Supervisor({
      fork: () => new ChildDouble(),
      probe: () => new Promise((resolve) => answers.push(resolve)),
      clock: systemClock,
      log: () => undefined,
    });
    void looking.start();
    await pass(0);
    answers.pop()?.(foreign);
    await pass(WATCH_EVERY);
    await looking.stop();
    answers.pop()?.(foreign);
    await pass(0);
    expect(looking.state).toEqual({ state: 'stopped' });
  });

  it('does not stop a register it did not start', async () => {
    await supervisor.stop();
    expect(supervisor.state).toEqual({ state: 'stopped' });
    await pass(10 * WATCH_EVERY);
    expect(supervisor.state).toEqual({ state: 'stopped' });
  });
});
