import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

/** A part of a page where something is set or done. */
export function Panel({
  heading,
  intro,
  className = '',
  children,
}: {
  heading: string;
  intro?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`${classes.panel} ${className}`} aria-labelledby={id}>
      <div>
        {/* Takes the keyboard when the button that had it is gone (focus.ts). */}
        <h2 id={id} className={classes.heading} tabIndex={-1}>
          {heading}
        </h2>
        {intro !== undefined && <p className={classes.intro}>{intro}</p>}
      </div>
      {children}
    </section>
  );
}
