import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChildDouble } from '../testing/child-double.ts';
import { pass, Supervised, url } from '../testing/supervised.ts';
import { ACTIVITY_LIMIT, READY_LIMIT } from './supervisor.ts';

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

  it('takes a service without a web server for ready, too', async () => {
    await supervisor.start();
    last().says({ type: 'ready', url: null });
    expect(supervisor.state).toEqual({ state: 'ready', url: null, problems: [] });
    last().says({ type: 'status', ready: false, problems: ['NO_CFG'] });
    expect(supervisor.state).toEqual({ state: 'notReady', url: null, problems: ['NO_CFG'] });
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
    await pass(READY_LIMIT - 1);
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
    await pass(READY_LIMIT);
    expect(last().kills).toBe(0);
    await pass(READY_LIMIT);
    expect(last().kills).toBe(1);
  });

  it('goes on even if the system never tells of the end of a killed process', async () => {
    await supervisor.start();
    await pass(READY_LIMIT + 700);
    expect(last().forcedKills).toBe(1);
    await pass(700);
    expect(supervisor.state.state).toBe('restarting');
  });

  it('waits longer for a service that reports while it opens its journal', async () => {
    await supervisor.start();
    await pass(READY_LIMIT - 1);
    last().says({ type: 'status', ready: false, problems: ['OPENING'] });
    await pass(READY_LIMIT - 1);
    expect(last().kills).toBe(0);
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
  expect(house.seen.map(({ state }) => state)).toEqual(['starting', 'ready']);
});

describe('activity', () => {
  const busy = { atWork: 1, waiting: 2, idleSeconds: 3 };

  it('is what the service says', async () => {
    await startReady();
    const asked = supervisor.activity();
    expect(last().sent).toEqual([{ type: 'activity' }]);
    last().says({ type: 'activity', ...busy });
    expect(await asked).toEqual(busy);
  });

  it('is unknown where the service keeps silent, ends, or says nonsense', async () => {
    await startReady();
    const silent = supervisor.activity();
    last().says({ type: 'activity', ...busy, atWork: -1 });
    await pass(ACTIVITY_LIMIT);
    expect(await silent).toBeNull();
    const cut = supervisor.activity();
    last().ends(1);
    expect(await cut).toBeNull();
    expect(await supervisor.activity()).toBeNull();
  });

  it('tells a daily restart from a failure, with what waits', async () => {
    await startReady();
    last().says({ type: 'leaving', ...busy });
    last().ends(0);
    expect(supervisor.state).toMatchObject({ state: 'restarting', wished: { waiting: 2 } });
    await pass(1000);
    last().says({ type: 'ready', url });
    last().ends(0);
    expect(supervisor.state).not.toHaveProperty('wished');
  });
});

it('survives messages it does not know', async () => {
  await startReady();
  last().says({ type: 'later' } as never);
  last().says(null as never);
  expect(supervisor.state.state).toBe('ready');
});
