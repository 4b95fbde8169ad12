import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Reply } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog } from './dialog.tsx';
import { FailureNote } from './failure-note.tsx';
import { useNotes } from './notes.ts';

/** Asks once more before something is done: names what it means, does it, and says so. */
export function ConfirmDialog({
  heading,
  submit,
  color = 'petrol',
  action: perform,
  done,
  typed,
  onClose,
  children,
}: {
  heading: string;
  /** Words of the button that does it. */
  submit: string;
  /** Colour of that button: red for what is grave. */
  color?: 'petrol' | 'red';
  action: () => Promise<Reply<unknown>>;
  /** What is said when it is done. */
  done: string;
  /** For what is grave: a text that has to be typed, and what is said when it is another. */
  typed?: { expected: string; label: string; wrong: string };
  onClose: () => void;
  children: ReactNode;
}) {
  const note = useNotes();
  const action = useAction();
  const [text, setText] = useState('');
  const [sent, setSent] = useState(false);
  const isRight = typed === undefined || text.trim() === typed.expected;
  const confirm = async () => {
    setSent(true);
    if (!isRight) return;
    const reply = await action.run(perform);
    if (!reply.ok) return;
    note(done);
    onClose();
  };
  return (
    <Dialog
      heading={heading}
      submit={submit}
      color={color}
      busy={action.busy}
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      {children}
      {typed !== undefined && (
        <TextInput
          label={typed.label}
          autoComplete="off"
          spellCheck={false}
          error={sent && !isRight ? typed.wrong : null}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
