import type { ReactNode } from 'react';
import classes from './fold.module.css';
import { ChevronIcon } from './icons.tsx';

/** Something that is seldom looked at, folded away under a line that tells what it is. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary className={classes.summary}>
        <ChevronIcon />
        <span>{summary}</span>
      </summary>
      <div className={classes.inside}>{children}</div>
    </details>
  );
}
