import { useEffect, useRef } from 'react';
import { pageIn, partIn } from '../api/page-choice.ts';
import { useHash } from '../api/use-hash.ts';

/** Shows a page from its top when somebody goes to it; back and forward stay where they were. */
export function usePageTop(): void {
  const hash = useHash();
  const page = `${pageIn(hash)}/${partIn(hash)}`;
  const shown = useRef(page);
  useEffect(() => {
    const isNew = isNewEntry(window.history);
    if (isNew && shown.current !== page) window.scrollTo(0, 0);
    shown.current = page;
  }, [hash, page]);
}

/** Whether an address was come to by a link, not by back or forward: it is marked for the next time. */
export function isNewEntry(history: Pick<History, 'state' | 'replaceState'>): boolean {
  const state = history.state as { isSeen?: boolean } | null;
  if (state?.isSeen === true) return false;
  history.replaceState({ ...state, isSeen: true }, '');
  return true;
}
