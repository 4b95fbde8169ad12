import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { LiveStatus, type Snapshot } from './live-status.ts';

/** The live status of a register, for a component. */
export function useLiveStatus(rn: string): Snapshot {
  const live = useMemo(() => new LiveStatus(rn), [rn]);

  useEffect(() => {
    live.start();
    const check = () => {
      if (document.visibilityState === 'visible') live.check();
    };
    document.addEventListener('visibilitychange', check);
    window.addEventListener('online', check);
    return () => {
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('online', check);
      live.stop();
    };
  }, [live]);

  return useSyncExternalStore(live.subscribe, live.getSnapshot);
}
