import { type PageName, pageIn } from './page-choice.ts';
import { useHash } from './use-hash.ts';

/** The page that the address asks for. */
export function usePageChoice(): PageName {
  return pageIn(useHash());
}
