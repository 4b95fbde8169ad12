import { Button, type ButtonProps, Loader } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import classes from './action-button.module.css';
import { useConnected } from './connected.ts';
import { isFocusLost, keepFocus } from './focus.ts';

/**
 * A button that asks the service to do something: shows that it is under way,
 * and rests while the service is away. While it is `busy` or `blocked` it does
 * nothing but keeps the keyboard focus, which a disabled button would lose.
 */
export function ActionButton({
  onAction,
  busy = false,
  blocked = false,
  children,
  ...rest
}: Omit<ButtonProps, 'disabled' | 'loading'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps | 'disabled' | 'onClick'> & {
    /** A promise is waited for. */
    onAction?: () => unknown;
    /** It is under way. */
    busy?: boolean;
    /** It cannot be done now. */
    blocked?: boolean;
  }) {
  const connected = useConnected();
  const [running, setRunning] = useState(false);
  const isBusy = busy || running;
  const isBlocked = blocked || !connected;
  const act = async () => {
    const giveBack = keepFocus();
    const result = onAction?.();
    if (!(result instanceof Promise)) return;
    setRunning(true);
    await result;
    setRunning(false);
    // After the next drawing, as the button may be gone with what it changed.
    requestAnimationFrame(() => {
      if (isFocusLost()) giveBack();
    });
  };
  return (
    <Button
      {...rest}
      mod={{ busy: isBusy }}
      data-disabled={isBlocked && !isBusy}
      aria-busy={isBusy}
      aria-disabled={isBusy || isBlocked}
      onClick={(event) => {
        if (isBusy || isBlocked) event.preventDefault();
        else void act();
      }}
    >
      {children}
      {isBusy && <Loader className={classes.loader} color="currentColor" size="sm" />}
    </Button>
  );
}
