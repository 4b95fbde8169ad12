import { Affix, Notification } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { CheckIcon } from './icons.tsx';
import { Notes } from './notes.ts';

/** Long enough to be read twice. */
const SHOWN_MS = 6000;

/** Shows at the edge of the window what was done, without moving anything, and tells screen readers. */
export function NotesArea({ children }: { children: ReactNode }) {
  const [note, setNote] = useState<{ text: string } | null>(null);
  const show = useCallback((text: string) => setNote({ text }), []);

  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [note]);

  return (
    <Notes value={show}>
      {children}
      {/* It covers what it is about, but takes no clicks from it. */}
      <Affix
        role="status"
        data-testid="note"
        position={{ bottom: 16, left: 16, right: 16 }}
        style={{ pointerEvents: 'none' }}
      >
        {note !== null && (
          <Notification
            role="presentation"
            color="green"
            icon={<CheckIcon />}
            withCloseButton={false}
            withBorder
            maw="40rem"
            mx="auto"
          >
            {note.text}
          </Notification>
        )}
      </Affix>
    </Notes>
  );
}
