import { useCallback, useSyncExternalStore } from 'react';
import { recall, remember } from '../app/memory.ts';
import { namesRegister, registerIn, searchFor } from './register-choice.ts';

const CHOSEN = 'tillmark:register-chosen';
const REMEMBERED = 'tillmark-register';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(CHOSEN, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(CHOSEN, listener);
  };
}

/** Puts the register into the address that was chosen on this device before, where the address names none. */
export function takeRemembered(): void {
  const remembered = recall(REMEMBERED);
  const { search, hash } = window.location;
  if (remembered === null || namesRegister(search)) return;
  window.history.replaceState(null, '', searchFor(search, remembered) + hash);
}

/** The chosen register and how to choose another. The address keeps the choice, so it can be bookmarked. */
export function useRegisterChoice(): [rn: string, choose: (rn: string) => void] {
  const rn = useSyncExternalStore(subscribe, () => registerIn(window.location.search));
  const choose = useCallback((wanted: string) => {
    remember(REMEMBERED, wanted);
    // An address of a search alone would drop the hash, and with it the page that is shown.
    window.history.pushState(null, '', searchFor(window.location.search, wanted) + window.location.hash);
    window.dispatchEvent(new Event(CHOSEN));
  }, []);
  return [rn, choose];
}
