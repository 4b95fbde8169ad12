import type { ReactNode } from 'react';
import classes from './card.module.css';

/** A titled part of the page. */
export function Card({
  heading,
  className,
  children,
}: {
  heading: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={`${classes.card} ${className ?? ''}`}>
      <h2 className={classes.heading}>{heading}</h2>
      {children}
    </section>
  );
}

/** Names and values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** One name with its value and an optional remark below. */
export function Fact({ name, remark, children }: { name: string; remark?: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>
        {children}
        {remark !== undefined && <span className={classes.remark}>{remark}</span>}
      </dd>
    </div>
  );
}
