import { Paper } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './nav-bar.module.css';

/** The way between pages, or between the parts of one. */
export function NavBar({
  label,
  grow = false,
  isSmall = false,
  children,
}: {
  label: string;
  /** They fill a line that they do not have room in together. */
  grow?: boolean;
  /** It stands beneath another one that says more. */
  isSmall?: boolean;
  children: ReactNode;
}) {
  return (
    <Paper
      component="nav"
      className={classes.bar}
      radius="md"
      p="1px"
      mod={{ grow, small: isSmall }}
      aria-label={label}
    >
      {children}
    </Paper>
  );
}

/** One of them. */
export function NavBarLink({
  href,
  isCurrent,
  children,
}: {
  href: string;
  /** It is the one that is shown. */
  isCurrent: boolean;
  children: ReactNode;
}) {
  const self = useRef<HTMLAnchorElement>(null);
  // Where the bar is one line to swipe, the chosen one is in its middle.
  useEffect(() => {
    const link = self.current;
    if (!isCurrent || !link?.parentElement) return;
    const bar = link.parentElement;
    bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
  }, [isCurrent]);
  return (
    <a ref={self} className={classes.link} href={href} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}
