import { useMemo } from 'react';
import { useHash } from '../../api/use-hash.ts';
import { type Place, placeIn } from './route.ts';

/** The place that the address asks for. */
export function usePlace(): Place {
  const hash = useHash();
  return useMemo(() => placeIn(hash), [hash]);
}

/** Goes to another place. */
export function goTo(hash: string): void {
  window.location.hash = hash;
}
