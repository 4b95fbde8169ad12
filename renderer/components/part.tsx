import type { ReactNode } from 'react';
import { CheckIcon } from './icons.tsx';
import classes from './part.module.css';

/** A part of a panel under a heading of its own, set apart from the one above. */
export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>{heading}</h3>
      {children}
    </div>
  );
}

/** What there is, and at the end of the line what can be done with it. */
export function Line({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>;
}

/** Something that is there: a login that was saved, a key that was found. */
export function Present({ children }: { children: ReactNode }) {
  return (
    <p className={classes.present}>
      <span className={classes.sign}>
        <CheckIcon />
      </span>
      {children}
    </p>
  );
}

/** Something that is not there yet. */
export function Absent({ children }: { children: ReactNode }) {
  return <p className={classes.absent}>{children}</p>;
}

/** A sentence that helps, less loud than the rest. */
export function Hint({ children }: { children: ReactNode }) {
  return <p className={classes.hint}>{children}</p>;
}
