import { useCallback, useSyncExternalStore } from 'react';
import { registerIn, searchFor } from './register-choice.ts';

const CHOSEN = 'tillmark:register-chosen';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(CHOSEN, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(CHOSEN, listener);
  };
}

/** The chosen register and how to choose another. The address keeps the choice, so it can be bookmarked. */
export function useRegisterChoice(): [rn: string, choose: (rn: string) => void] {
  const rn = useSyncExternalStore(subscribe, () => registerIn(window.location.search));
  const choose = useCallback((wanted: string) => {
    // An address of a search alone would drop the hash, and with it the page that is shown.
    window.history.pushState(null, '', searchFor(window.location.search, wanted) + window.location.hash);
    window.dispatchEvent(new Event(CHOSEN));
  }, []);
  return [rn, choose];
}
