import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { CheckIcon } from './icons.tsx';
import classes from './notes-area.module.css';
import { Notes } from './notes.ts';

/** Long enough to be read twice. */
const shownMs = 6000;

/** Shows at the edge of the window what was done, without moving anything, and tells screen readers. */
export function NotesArea({ children }: { children: ReactNode }) {
  const [note, setNote] = useState<{ text: string } | null>(null);
  const show = useCallback((text: string) => setNote({ text }), []);

  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), shownMs);
    return () => clearTimeout(timer);
  }, [note]);

  return (
    <Notes value={show}>
      {children}
      <div className={classes.area} role="status" data-testid="note">
        {note !== null && (
          <p className={classes.note}>
            <CheckIcon />
            {note.text}
          </p>
        )}
      </div>
    </Notes>
  );
}
