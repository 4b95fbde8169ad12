import { createContext, use } from 'react';

/** Shows and announces a short sentence for a moment. */
export type Note = (text: string) => void;

/** How to show a sentence for a moment; see `NotesArea`. */
export const Notes = createContext<Note>(() => undefined);

/** How to tell that something was done. */
export function useNotes(): Note {
  return use(Notes);
}
