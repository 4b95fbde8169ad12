import { useEffect } from 'react';

/** Does something again and again while the page is in sight. @param ms null: not now */
export function useEvery(ms: number | null, work: () => unknown): void {
  useEffect(() => {
    if (ms === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') work();
    }, ms);
    return () => clearInterval(timer);
  }, [ms, work]);
}
