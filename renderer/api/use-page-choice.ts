import { type PageName, pageIn, partIn } from './page-choice.ts';
import { useHash } from './use-hash.ts';

/** The page that the address asks for. */
export function usePageChoice(): PageName {
  return pageIn(useHash());
}

/** The part of the page that the address asks for; empty where it names none. */
export function usePagePart(): string {
  return partIn(useHash());
}
