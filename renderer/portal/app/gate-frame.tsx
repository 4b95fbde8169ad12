import type { ReactNode } from 'react';
import { AppearanceSwitch } from '../../app/appearance-switch.tsx';
import { LanguageSwitch } from '../../app/language-switch.tsx';
import { Panel } from '../../components/panel.tsx';
import classes from './gate-frame.module.css';
import { useTitle } from './use-title.ts';

/** Around the pages that are seen before somebody has signed in. */
export function GateFrame({
  heading,
  intro,
  children,
}: {
  heading: string;
  intro?: string | undefined;
  children: ReactNode;
}) {
  useTitle(heading);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.brand}>
          <img src="./mark.svg" alt="" width="40" height="40" />
          Tillmark Portal
        </h1>
        <div className={classes.switches}>
          <LanguageSwitch />
          <AppearanceSwitch />
        </div>
      </header>
      <main className={classes.main}>
        <Panel heading={heading} {...(intro !== undefined && { intro })}>
          {children}
        </Panel>
      </main>
    </div>
  );
}
