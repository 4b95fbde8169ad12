import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ControlStatus } from '../../service/wire.ts';
import type { Answer } from './control.ts';
import { type EventStream, LiveStatus, type World } from './live-status.ts';

class FakeStream implements EventStream {
  closed = false;
  private readonly listeners: Record<string, (event: { data?: unknown }) => void> = {};
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void {
    this.listeners[type] = listener;
  }

  close(): void {
    this.closed = true;
  }

  send(data: unknown): void {
    this.listeners['status']?.({ data: typeof data === 'string' ? data : JSON.stringify(data) });
  }

  breakDown(): void {
    this.listeners['error']?.({});
  }
}

function status(ready: boolean): ControlStatus {
  return { ready, problems: [], registers: [], rn: 'def' } as unknown as ControlStatus;
}

function world() {
  const streams: FakeStream[] = [];
  const ask = vi.fn<World['ask']>(() => Promise.reject(new Error('unreachable')));
  return {
    streams,
    ask,
    last: () => streams.at(-1) ?? expect.fail('no stream was opened'),
    openStream: (url: string) => {
      const stream = new FakeStream(url);
      streams.push(stream);
      return stream;
    },
    now: () => Date.now(),
  };
}

const answered = (ready: boolean): Promise<Answer> =>
  Promise.resolve({ kind: 'status', status: status(ready) });
const silent = (): Promise<Answer> => new Promise(() => undefined);

describe('live status', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows the first answer, then every event', async () => {
    const around = world();
    around.ask.mockImplementation(() => answered(false));
    const live = new LiveStatus('PT509876544$1_1', around);
    live.start();
    expect(live.getSnapshot().phase).toBe('connecting');
    expect(around.last().url).toBe('./control/events?RN=PT509876544%241_1');
    await vi.advanceTimersByTimeAsync(0);
    expect(live.getSnapshot()).toMatchObject({ phase: 'live', status: { ready: false } });
    around.last().send(status(true));
    expect(live.getSnapshot()).toMatchObject({ phase: 'live', status: { ready: true } });
    live.stop();
  });

  it('keeps calm for a moment, then says lost, and keeps the last status', async () => {
    const around = world();
    around.ask.mockImplementationOnce(() => answered(true));
    const live = new LiveStatus('def', around);
    live.start();
    await vi.advanceTimersByTimeAsync(0);
    around.last().breakDown();
    expect(live.getSnapshot().phase).toBe('shaky');
    await vi.advanceTimersByTimeAsync(2000);
    expect(live.getSnapshot()).toMatchObject({ phase: 'lost', status: { ready: true } });
    live.stop();
  });

  it('comes back by itself, with one stream open', async () => {
    const around = world();
    const live = new LiveStatus('def', around);
    live.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.getSnapshot().phase).toBe('lost');
    around.ask.mockImplementation(() => answered(true));
    await vi.advanceTimersByTimeAsync(3000);
    expect(live.getSnapshot().phase).toBe('live');
    expect(around.streams.filter((stream) => !stream.closed)).toHaveLength(1);
    live.stop();
  });

  it('does not flicker when the service restarts quickly', async () => {
    const around = world();
    around.ask.mockImplementation(() => answered(true));
    const live = new LiveStatus('def', around);
    const phases: string[] = [];
    live.start();
    await vi.advanceTimersByTimeAsync(0);
    live.subscribe(() => phases.push(live.getSnapshot().phase));
    around.last().breakDown();
    await vi.advanceTimersByTimeAsync(4000);
    expect(phases).not.toContain('lost');
    expect(live.getSnapshot().phase).toBe('live');
    live.stop();
  });

  it('asks after silence and notices a service that hangs', async () => {
    const around = world();
    around.ask.mockImplementationOnce(() => answered(true));
    const live = new LiveStatus('def', around);
    live.start();
    await vi.advanceTimersByTimeAsync(0);
    // The real question gives up by itself after the time it is told.
    around.ask.mockImplementation(
      (_rn, timeoutMs) => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), timeoutMs)),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.getSnapshot().phase).toBe('lost');
    live.stop();
  });

  it('does not let an older answer overtake an event', async () => {
    const around = world();
    let answer: (value: Answer) => void = () => undefined;
    around.ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    around.ask.mockImplementation(silent);
    const live = new LiveStatus('def', around);
    live.start();
    around.last().send(status(true));
    answer({ kind: 'status', status: status(false) });
    await vi.advanceTimersByTimeAsync(0);
    expect(live.getSnapshot().status?.ready).toBe(true);
    live.stop();
  });

  it('tells a refusal from a dead service, whichever is noticed first', async () => {
    const around = world();
    around.ask.mockImplementation(() => Promise.resolve({ kind: 'refused', http: 404 }));
    const live = new LiveStatus('nobody', around);
    live.start();
    around.last().breakDown();
    await vi.advanceTimersByTimeAsync(0);
    expect(live.getSnapshot()).toMatchObject({ phase: 'lost', refused: 404 });
    around.ask.mockImplementation(() => Promise.reject(new Error('unreachable')));
    await vi.advanceTimersByTimeAsync(5000);
    expect(live.getSnapshot()).toMatchObject({ phase: 'lost', refused: null });
    live.stop();
  });

  it('lives on answers alone when streams are cut', async () => {
    const around = world();
    around.ask.mockImplementation(() => answered(true));
    const live = new LiveStatus('def', around);
    live.start();
    for (let cut = 0; cut < 5; cut += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      around.last().breakDown();
      await vi.advanceTimersByTimeAsync(0);
      expect(live.getSnapshot().phase).toBe('live');
    }
    live.stop();
  });

  it('treats an unreadable event as a failure', () => {
    const around = world();
    around.ask.mockImplementation(silent);
    const live = new LiveStatus('def', around);
    live.start();
    around.last().send('<html>');
    expect(around.streams[0]?.closed).toBe(true);
    live.stop();
  });

  it('leaves nothing behind when stopped', async () => {
    const around = world();
    const live = new LiveStatus('def', around);
    live.start();
    await vi.advanceTimersByTimeAsync(700);
    live.stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(around.streams.every((stream) => stream.closed)).toBe(true);
  });
});
