import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Line, Present } from '../../components/part.tsx';

/** A login: whose it is and what can be done with it, or the button for the first one. */
export function Login({
  user,
  words,
  variant = 'default',
  otherwise,
  more,
  onEnter,
  onForget,
}: {
  /** Who is logged in, in words; null: nobody. */
  user: ReactNode;
  words: { enter: string; change: string; forget: string };
  /** How much the button for a first login stands out. */
  variant?: 'default' | 'filled';
  /** Further buttons where there is no login, and where there is one. */
  otherwise?: ReactNode;
  more?: ReactNode;
  onEnter: () => void;
  /** Missing where it cannot be forgotten. */
  onForget?: (() => void) | undefined;
}) {
  if (user === null) {
    return (
      <Group gap="xs">
        <Button variant={variant} onClick={onEnter}>
          {words.enter}
        </Button>
        {otherwise}
      </Group>
    );
  }
  return (
    <Line>
      <Present>{user}</Present>
      <Group gap="xs">
        {more}
        <Button onClick={onEnter}>{words.change}</Button>
        {onForget !== undefined && (
          <Button variant="subtle" onClick={onForget}>
            {words.forget}
          </Button>
        )}
      </Group>
    </Line>
  );
}
