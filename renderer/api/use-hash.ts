import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The part of the address behind the number sign, with it: which page of the page is shown. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash);
}
