import { useEffect, useState, useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** Something was changed: whatever is shown is asked for again. */
export function tellNews(): void {
  count++;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Another number after every change that was made on this page. */
export function useNews(): number {
  return useSyncExternalStore(subscribe, () => count);
}

/** Counts up again and again while the page is looked at. */
export function useTick(everyMs: number): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTick((before) => before + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return tick;
}
