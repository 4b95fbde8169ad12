import type { ReactNode } from 'react';
import { AppearanceSwitch } from './appearance-switch.tsx';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** Top of every page: who is shown, the way to the other pages, and the switches for comfort. */
export function Header({ navigation, children }: { navigation: ReactNode; children: ReactNode }) {
  return (
    <header className={classes.header}>
      <img className={classes.mark} src="./mark.svg" alt="" width="40" height="40" />
      <div className={classes.who}>{children}</div>
      {navigation !== false && <div className={classes.navigation}>{navigation}</div>}
      <div className={classes.switches}>
        <SignOutButton />
        <LanguageSwitch />
        <AppearanceSwitch />
      </div>
    </header>
  );
}
