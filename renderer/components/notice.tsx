import type { ReactNode } from 'react';
import { CheckIcon, CrossIcon, InfoIcon, WarningIcon } from './icons.tsx';
import classes from './notice.module.css';

/** What a notice or mark is about: all well, look at it, bad, simply so. */
export type NoticeTone = 'good' | 'look' | 'bad' | 'plain';

/** The sign that says the same as the colour. */
export const noticeSigns: Record<NoticeTone, ReactNode> = {
  good: <CheckIcon />,
  look: <WarningIcon />,
  bad: <CrossIcon />,
  plain: <InfoIcon />,
};

/** A sentence or two that should not be overlooked. */
export function Notice({
  tone,
  title,
  role,
  children,
}: {
  tone: NoticeTone;
  title?: string;
  /** `status` or `alert` where it may appear while the page is read. */
  role?: 'status' | 'alert';
  children?: ReactNode;
}) {
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      <span className={classes.sign}>{noticeSigns[tone]}</span>
      <div className={classes.words}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
