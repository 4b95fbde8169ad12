import type { ReactNode } from 'react';
import { AppearanceSwitch } from './appearance-switch.tsx';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';

/** Top of every page: who is shown, and the switches for comfort. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className={classes.header}>
      <img className={classes.mark} src="./mark.svg" alt="" width="40" height="40" />
      <div className={classes.who}>{children}</div>
      <div className={classes.switches}>
        <LanguageSwitch />
        <AppearanceSwitch />
      </div>
    </header>
  );
}
