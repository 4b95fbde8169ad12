import type { ReactNode } from 'react';
import classes from './card-grid.module.css';

/** The parts of a page: side by side where there is room. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}

/** A part, or several things together, as wide as the page. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={`${classes.stack} ${classes.wide}`}>{children}</div>;
}

/** Parts one below the other in one column. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>;
}
