import { useCallback, useState } from 'react';
import type { Failure, Reply } from './request.ts';
import { Turns } from './turns.ts';

/** An action that is asked for by hand: whether it is under way, and why the last one failed. */
export interface Action {
  busy: boolean;
  failure: Failure | null;
  /** Do it, and tell what came of it. */
  run: <T>(action: () => Promise<Reply<T>>) => Promise<Reply<T>>;
  /** Says no more why it failed. */
  forget: () => void;
}

/** For a button or form that asks the service to do something. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turns] = useState(() => new Turns());
  const run = useCallback(
    async <T>(action: () => Promise<Reply<T>>): Promise<Reply<T>> => {
      const isNewest = turns.take();
      setBusy(true);
      setFailure(null);
      const reply = await action();
      // Where another one was begun meanwhile, that one is under way.
      if (!isNewest()) return reply;
      setBusy(false);
      if (!reply.ok) setFailure(reply.failure);
      return reply;
    },
    [turns],
  );
  const forget = useCallback(() => setFailure(null), []);
  return { busy, failure, run, forget };
}
