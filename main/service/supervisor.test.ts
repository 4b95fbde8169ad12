import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceState } from '../bridge.ts';
import { ChildDouble } from '../testing/child-double.ts';
import { systemClock } from './clock.ts';
import { readyLimit, stableAfter, Supervisor, watchEvery } from './supervisor.ts';

const url = 'http://127.0.0.1:5618';

let children: ChildDouble[];
let found: string | null;
let supervisor: Supervisor;
let seen: ServiceState[];

beforeEach(() => {
  vi.useFakeTimers();
  children = [];
  found = null;
  supervisor = new Supervisor({
    fork: () => {
      const child = new ChildDouble();
      children.push(child);
      return child;
    },
    probe: () => Promise.resolve(found),
    clock: systemClock,
    log: () => undefined,
  });
  seen = [];
  supervisor.onState((state) => seen.push(state));
});

afterEach(() => {
  vi.useRealTimers();
});

const last = (): ChildDouble => children[children.length - 1]!;
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

async function startReady(): Promise<void> {
  await supervisor.start();
  last().says({ type: 'ready', url });
}

describe('start', () => {
  it('goes from starting to ready and follows the status', async () => {
    await supervisor.start();
    expect(supervisor.state).toEqual({ state: 'starting' });
    last().says({ type: 'ready', url });
    expect(supervisor.state).toEqual({ state: 'ready', url, problems: [] });
    last().says({ type: 'status', ready: false, problems: ['NO_CFG'] });
    expect(supervisor.state).toEqual({ state: 'notReady', url, problems: ['NO_CFG'] });
    last().says({ type: 'status', ready: true, problems: ['DISK_LOW'] });
    expect(supervisor.state).toEqual({ state: 'ready', url, problems: ['DISK_LOW'] });
  });

  it('keeps a status that came before the address', async () => {
    await supervisor.start();
    last().says({ type: 'status', ready: false, problems: ['NO_CFG'] });
    expect(supervisor.state.state).toBe('starting');
    last().says({ type: 'ready', url });
    expect(supervisor.state).toEqual({ state: 'notReady', url, problems: ['NO_CFG'] });
  });

  it('starts one process, however often it is asked', async () => {
    await Promise.all([supervisor.start(), supervisor.start()]);
    expect(children).toHaveLength(1);
  });

  it('kills a service that is not ready in time, and restarts it only after its end', async () => {
    await supervisor.start();
    await pass(readyLimit - 1);
    expect(last().kills).toBe(0);
    await pass(1);
    expect(last().kills).toBe(1);
    expect(children).toHaveLength(1);
    last().ends(15);
    expect(supervisor.state).toMatchObject({
      state: 'restarting',
      text: 'The service was not ready within 20 s.',
    });
    await pass(1000);
    expect(children).toHaveLength(2);
    // The second attempt gets more time.
    await pass(readyLimit);
    expect(last().kills).toBe(0);
    await pass(readyLimit);
    expect(last().kills).toBe(1);
  });

  it('goes on even if the system never tells of the end of a killed process', async () => {
    await supervisor.start();
    await pass(readyLimit + 700);
    expect(last().forcedKills).toBe(1);
    await pass(700);
    expect(supervisor.state.state).toBe('restarting');
  });

  it('waits longer for a service that reports while it opens its journal', async () => {
    await supervisor.start();
    await pass(readyLimit - 1);
    last().says({ type: 'status', ready: false, problems: ['OPENING'] });
    await pass(readyLimit - 1);
    expect(last().kills).toBe(0);
  });
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
    await pass(stableAfter - 1);
    last().ends(1);
    expect(supervisor.state).toMatchObject({ state: 'restarting', attempt: 2 });
    await pass(2000);
    last().says({ type: 'ready', url });
    await pass(stableAfter);
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
    found = url;
    await pass(watchEvery);
    expect(supervisor.state).toEqual({ state: 'attached', url });
  });
});

describe('attach', () => {
  beforeEach(async () => {
    found = url;
    await supervisor.start();
  });

  it('shows a register that runs already instead of starting one', () => {
    expect(children).toHaveLength(0);
    expect(supervisor.state).toEqual({ state: 'attached', url });
  });

  it('stays through one silent look, says so after the second, comes back by itself', async () => {
    found = null;
    await pass(watchEvery);
    expect(supervisor.state.state).toBe('attached');
    await pass(watchEvery);
    expect(supervisor.state).toEqual({ state: 'failed', reason: 'attachedLost', text: '' });
    await pass(10 * watchEvery);
    expect(children).toHaveLength(0);
    found = url;
    await pass(watchEvery);
    expect(supervisor.state).toEqual({ state: 'attached', url });
  });

  it('does not stop a register it did not start', async () => {
    await supervisor.stop();
    expect(supervisor.state).toEqual({ state: 'stopped' });
    await pass(10 * watchEvery);
    expect(supervisor.state).toEqual({ state: 'stopped' });
  });
});

describe('stop', () => {
  it('asks, waits for the end and never restarts', async () => {
    await startReady();
    const stopped = supervisor.stop();
    expect(last().sent).toEqual([{ type: 'stop' }]);
    last().ends(0);
    await stopped;
    expect(supervisor.state).toEqual({ state: 'stopped' });
    await pass(3_600_000);
    expect(children).toHaveLength(1);
  });

  it('kills a service that does not listen, within the five seconds of a quit', async () => {
    await startReady();
    void supervisor.stop();
    await pass(4000);
    expect(last().kills).toBe(1);
    await pass(700);
    expect(last().forcedKills).toBe(1);
  });

  it('does not restart a service that crashes while it stops', async () => {
    await startReady();
    const stopped = supervisor.stop();
    last().ends(11, true);
    await stopped;
    await pass(60_000);
    expect(children).toHaveLength(1);
  });

  it('cancels a restart that is waiting', async () => {
    await startReady();
    last().ends(1);
    await supervisor.stop();
    await pass(60_000);
    expect(children).toHaveLength(1);
  });

  it('wins over a restart that is under way', async () => {
    await startReady();
    const restarted = supervisor.restart();
    const stopped = supervisor.stop();
    last().ends(0);
    await Promise.all([restarted, stopped]);
    expect(supervisor.state).toEqual({ state: 'stopped' });
    expect(children).toHaveLength(1);
  });
});

describe('restart', () => {
  it('starts the new process only after the old one has ended', async () => {
    await startReady();
    const restarted = supervisor.restart();
    await pass(1000);
    expect(children).toHaveLength(1);
    last().ends(0);
    await restarted;
    expect(children).toHaveLength(2);
  });

  it('starts one process when asked twice', async () => {
    await startReady();
    const both = Promise.all([supervisor.restart(), supervisor.restart()]);
    last().ends(0);
    await both;
    expect(children).toHaveLength(2);
  });

  it('cuts a pause short and starts the pauses over', async () => {
    await startReady();
    last().ends(1);
    await pass(1000);
    last().ends(1);
    await supervisor.restart();
    expect(children).toHaveLength(3);
    await pass(2000);
    expect(children).toHaveLength(3);
    last().ends(1);
    expect(supervisor.state).toMatchObject({ state: 'restarting', attempt: 1 });
  });
});

it('tells listeners of changes only, until they leave', async () => {
  const leave = supervisor.onState(() => {
    throw new Error('should have left');
  });
  leave();
  await startReady();
  last().says({ type: 'status', ready: true, problems: [] });
  last().says({ type: 'status', ready: true, problems: [] });
  expect(seen.map(({ state }) => state)).toEqual(['starting', 'ready']);
});

it('survives messages it does not know', async () => {
  await startReady();
  last().says({ type: 'later' } as never);
  last().says(null as never);
  expect(supervisor.state.state).toBe('ready');
});
