import type { ComponentProps, ReactNode } from 'react';
import classes from './state-list.module.css';

/** Things that have to be done or were: months, receipts, reports. */
export function StateList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

/** One of them: what it is, how it stands, and what can be done with it. */
export function StateRow({
  name,
  mark,
  more,
  action,
  ...rest
}: Omit<ComponentProps<'li'>, 'children'> & {
  name: ReactNode;
  /** How it stands. */
  mark: ReactNode;
  /** What else there is to know of it. */
  more?: ReactNode;
  action?: ReactNode;
  'data-testid'?: string;
  'data-report'?: string;
  'data-state'?: string;
}) {
  return (
    <li {...rest} className={classes.row}>
      <div className={classes.what}>
        <h3 className={classes.name}>{name}</h3>
        {mark}
        {more !== undefined && <div className={classes.more}>{more}</div>}
      </div>
      {action}
    </li>
  );
}
