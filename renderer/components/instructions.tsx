import type { ReactNode } from 'react';
import classes from './instructions.module.css';

/** What to do elsewhere, one thing after the other; the children are list items. */
export function Instructions({ children }: { children: ReactNode }) {
  return <ol className={classes.steps}>{children}</ol>;
}
