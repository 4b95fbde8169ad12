import { describe, expect, it, vi } from 'vitest';
import { Reloader } from './reloader.ts';
import type { Reply } from './request.ts';

/** Questions that are answered by hand. */
function questions() {
  const open: ((reply: Reply<unknown>) => void)[] = [];
  const ask = vi.fn(() => new Promise<Reply<unknown>>((resolve) => open.push(resolve)));
  return {
    ask,
    answer: (value: unknown) => open.shift()?.({ ok: true, value }),
    refuse: () => open.shift()?.({ ok: false, failure: { http: 404, message: null, details: [] } }),
  };
}

describe('reloader', () => {
  it('tells each new answer', async () => {
    const { ask, answer } = questions();
    const reloader = new Reloader(ask);
    const listener = vi.fn();
    reloader.subscribe(listener);
    const first = reloader.reload();
    answer({ series: 1 });
    await first;
    expect(reloader.getSnapshot()).toEqual({ value: { series: 1 }, failure: null });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('keeps quiet, and the very same object, when nothing has changed', async () => {
    const { ask, answer } = questions();
    const reloader = new Reloader(ask);
    const first = reloader.reload();
    answer({ series: 1 });
    await first;
    const before = reloader.getSnapshot();
    const second = reloader.reload();
    answer({ series: 1 });
    await second;
    expect(reloader.getSnapshot()).toBe(before);
  });

  it('asks one question at a time, and once more for all that came meanwhile', async () => {
    const { ask, answer } = questions();
    const reloader = new Reloader(ask);
    const first = reloader.reload();
    const second = reloader.reload();
    const third = reloader.reload();
    expect(ask).toHaveBeenCalledTimes(1);
    answer('old');
    await first;
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    answer('young');
    await Promise.all([second, third]);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(reloader.getSnapshot().value).toBe('young');
  });

  it('keeps the last good answer when a question fails, and forgets the failure with the next one', async () => {
    const { ask, answer, refuse } = questions();
    const reloader = new Reloader(ask);
    const good = reloader.reload();
    answer('good');
    await good;
    const bad = reloader.reload();
    refuse();
    await bad;
    expect(reloader.getSnapshot()).toMatchObject({ value: 'good', failure: { http: 404 } });
    const again = reloader.reload();
    answer('good');
    await again;
    expect(reloader.getSnapshot()).toEqual({ value: 'good', failure: null });
  });
});
