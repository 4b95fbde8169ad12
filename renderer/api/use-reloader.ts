import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Loaded, Reloader } from './reloader.ts';
import type { Reply } from './request.ts';

/**
 * Something that is asked for now, and again with every piece of news.
 * @param ask must stay the same function as long as the question is the same
 * @param news whatever changes when there may be something new
 */
export function useReloader<T>(
  ask: () => Promise<Reply<T>>,
  news: unknown,
): [loaded: Loaded<T>, reload: () => Promise<void>] {
  const reloader = useMemo(() => new Reloader(ask), [ask]);
  useEffect(() => void reloader.reload(), [reloader, news]);
  return [useSyncExternalStore(reloader.subscribe, reloader.getSnapshot), reloader.reload];
}
