import type { ComponentProps, ReactNode } from 'react';
import classes from './button.module.css';

/** How much a button stands out: the thing to do, one among others, the grave, the quiet. */
export type ButtonKind = 'primary' | 'plain' | 'danger' | 'quiet';

/**
 * A button. While it is `busy` or `blocked` it does nothing but keeps the
 * keyboard focus, which a disabled button would lose.
 */
export function Button({
  kind = 'plain',
  busy = false,
  blocked = false,
  icon,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: ButtonKind;
  busy?: boolean;
  blocked?: boolean;
  icon?: ReactNode;
}) {
  return (
    <button
      {...rest}
      type={type}
      className={`${classes.button} ${className}`}
      data-kind={kind}
      data-busy={busy}
      aria-busy={busy}
      aria-disabled={busy || blocked}
      onClick={(event) => {
        if (busy || blocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={classes.face}>
        {icon}
        {children !== undefined && <span>{children}</span>}
      </span>
      {busy && <span className={classes.spinner} />}
    </button>
  );
}

/** A link that looks like a button, as for a file to keep. */
export function ButtonLink({
  kind = 'plain',
  icon,
  children,
  ...rest
}: ComponentProps<'a'> & { kind?: ButtonKind; icon?: ReactNode }) {
  return (
    <a {...rest} className={classes.button} data-kind={kind}>
      <span className={classes.face}>
        {icon}
        <span>{children}</span>
      </span>
    </a>
  );
}
