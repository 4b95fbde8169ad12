import { useCallback } from 'react';
import type { Loaded } from '../../api/reloader.ts';
import type { Reply } from '../../api/request.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ask } from './ask.ts';
import { useNews, useTick } from './news.ts';

/** Never within a lifetime. */
const NEVER = 2_000_000_000;

/**
 * Something that the portal tells: asked for now, after every change made on
 * this page, and every so often if that is wanted.
 * @param path begins with a slash
 */
export function useAsk<T>(path: string, everyMs = NEVER): [loaded: Loaded<T>, reload: () => Promise<void>] {
  return useAsking(
    useCallback(() => ask<T>(path), [path]),
    everyMs,
  );
}

/**
 * The same for any question.
 * @param question must stay the same function as long as the question does
 * @param occasion whatever else changes when it is to be asked again
 */
export function useAsking<T>(
  question: () => Promise<Reply<T>>,
  everyMs = NEVER,
  occasion: unknown = null,
): [loaded: Loaded<T>, reload: () => Promise<void>] {
  const news = useNews();
  const tick = useTick(everyMs);
  return useReloader(question, `${news} ${tick} ${String(occasion)}`);
}
