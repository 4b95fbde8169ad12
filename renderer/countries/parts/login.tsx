import type { ReactNode } from 'react';
import { Button, type ButtonKind } from '../../components/button.tsx';
import { ButtonRow } from '../../components/button-row.tsx';
import { Line, Present } from '../../components/part.tsx';

/** A login: whose it is and what can be done with it, or the button for the first one. */
export function Login({
  user,
  words,
  kind = 'plain',
  otherwise,
  more,
  onEnter,
  onForget,
}: {
  /** Who is logged in, in words; null: nobody. */
  user: ReactNode;
  words: { enter: string; change: string; forget: string };
  /** How much the button for a first login stands out. */
  kind?: ButtonKind;
  /** Further buttons where there is no login, and where there is one. */
  otherwise?: ReactNode;
  more?: ReactNode;
  onEnter: () => void;
  /** Missing where it cannot be forgotten. */
  onForget?: (() => void) | undefined;
}) {
  if (user === null) {
    return (
      <ButtonRow>
        <Button kind={kind} onClick={onEnter}>
          {words.enter}
        </Button>
        {otherwise}
      </ButtonRow>
    );
  }
  return (
    <Line>
      <Present>{user}</Present>
      <ButtonRow>
        {more}
        <Button onClick={onEnter}>{words.change}</Button>
        {onForget !== undefined && (
          <Button kind="quiet" onClick={onForget}>
            {words.forget}
          </Button>
        )}
      </ButtonRow>
    </Line>
  );
}
