import { useMemo, useSyncExternalStore } from 'react';
import { type Place, placeIn } from './route.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The place that the address asks for. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => placeIn(hash), [hash]);
}

/** Goes to another place. */
export function goTo(hash: string): void {
  window.location.hash = hash;
}
