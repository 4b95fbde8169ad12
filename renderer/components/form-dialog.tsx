import { type ReactNode, useState } from 'react';
import type { Failure, Reply } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog } from './dialog.tsx';
import { FailureNote } from './failure-note.tsx';
import { useMistakeFocus } from './focus.ts';
import { useNotes } from './notes.ts';

/** A dialog to fill in and send: marks what is wrong when it is sent, says when it is done, and closes then. */
export function FormDialog<Result>({
  heading,
  submit,
  color = 'petrol',
  check = () => true,
  send,
  done,
  shown = (failure) => failure,
  onClose,
  children,
}: {
  heading: string;
  /** Words of the button that sends it. */
  submit: string;
  /** Colour of that button: red for what is grave. */
  color?: 'petrol' | 'red';
  /** Whether it may be sent: nothing is known to be wrong with what was filled in. */
  check?: () => boolean;
  send: () => Promise<Reply<Result>>;
  /** What is said when it is done; null: nothing. */
  done: string | ((result: Result) => string | null);
  /** A failure as far as no field shows it. */
  shown?: (failure: Failure | null) => Failure | null;
  onClose: () => void;
  /** The fields, told whether the form was sent and what was said against it. */
  children: (sent: boolean, failure: Failure | null) => ReactNode;
}) {
  const note = useNotes();
  const action = useAction();
  useMistakeFocus(action.failure);
  const [sent, setSent] = useState(false);
  const submitForm = async () => {
    setSent(true);
    if (!check()) return;
    const reply = await action.run(send);
    if (!reply.ok) return;
    const words = typeof done === 'string' ? done : done(reply.value);
    if (words !== null) note(words);
    onClose();
  };
  return (
    <Dialog
      heading={heading}
      submit={submit}
      color={color}
      busy={action.busy}
      onSubmit={() => void submitForm()}
      onClose={onClose}
    >
      {children(sent, action.failure)}
      <FailureNote failure={shown(action.failure)} />
    </Dialog>
  );
}
