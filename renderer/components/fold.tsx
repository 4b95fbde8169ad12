import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';
import { ChevronIcon } from './icons.tsx';

/** Something that is seldom looked at, folded away under a line that tells what it is. */
export function Fold({
  summary,
  isLazy = false,
  children,
}: {
  summary: ReactNode;
  /** What is inside is long: it is drawn when somebody looks at it. */
  isLazy?: boolean;
  children: ReactNode;
}) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      className={classes.fold}
      onToggle={(event) => {
        if (event.currentTarget.open) setOpened(true);
      }}
    >
      <summary className={classes.summary}>
        <ChevronIcon />
        <span>{summary}</span>
      </summary>
      <div className={classes.inside}>{(!isLazy || wasOpened) && children}</div>
    </details>
  );
}
