import { describe, expect, it } from 'vitest';
import { type Connection, type Happening, next, pauseMs, UNCONNECTED } from './connection.ts';

function after(...happenings: Happening[]): Connection {
  return happenings.reduce(next, UNCONNECTED);
}

describe('connection', () => {
  it('is live with the first news', () => {
    expect(after('news')).toEqual({ phase: 'live', failures: 0 });
  });

  it('keeps the last news for a moment after a failure', () => {
    expect(after('news', 'failed').phase).toBe('shaky');
    expect(after('news', 'failed', 'failed').phase).toBe('shaky');
  });

  it('is lost when the moment is over', () => {
    expect(after('news', 'failed', 'graceOver').phase).toBe('lost');
    expect(after('failed', 'graceOver').phase).toBe('lost');
  });

  it('forgets a failure that was followed by news', () => {
    expect(after('news', 'failed', 'news', 'graceOver')).toEqual({ phase: 'live', failures: 0 });
  });

  it('says connecting, not lost, while the first attempt has not failed for long', () => {
    expect(after('failed').phase).toBe('connecting');
  });

  it('is lost at once when the service refuses', () => {
    expect(after('news', 'refused').phase).toBe('lost');
  });

  it('stays lost until there is news', () => {
    expect(after('news', 'failed', 'graceOver', 'failed').phase).toBe('lost');
    expect(after('news', 'failed', 'graceOver', 'failed', 'news').phase).toBe('live');
  });

  it('waits longer after each failure, but never long', () => {
    const pauses = [1, 2, 3, 4, 50].map((failures) => pauseMs({ phase: 'lost', failures }));
    expect(pauses).toEqual([500, 1000, 2000, 3000, 3000]);
  });
});
