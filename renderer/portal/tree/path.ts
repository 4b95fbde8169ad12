import { createContext, use } from 'react';
import { idOf, type Line } from '../api/entities.ts';

/** Ids of the entities that are open because what is shown is in them; null while nothing is. */
export const Path = createContext<ReadonlySet<number> | null>(null);

/** Ids from the top down to an entity. */
export function pathOf({ entity, above }: Line): ReadonlySet<number> {
  return new Set([...above, entity].map(idOf));
}

/** Whether the way to what is shown leads through an entity. */
export function useIsOnPath(id: number): boolean {
  return use(Path)?.has(id) === true;
}
