import { useSyncExternalStore } from 'react';
import { type PageName, pageIn } from './page-choice.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The page that the address asks for. */
export function usePageChoice(): PageName {
  return useSyncExternalStore(subscribe, () => pageIn(window.location.hash));
}
