import type { ReactNode } from 'react';
import classes from './mark.module.css';
import { type NoticeTone, noticeSigns } from './notice.tsx';

/** A state in one or two words, with a sign and a colour that say the same. */
export function Mark({ tone, icon, children }: { tone: NoticeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {icon ?? noticeSigns[tone]}
      <span>{children}</span>
    </span>
  );
}
