import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckIcon } from '../../components/icons.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './steps.module.css';

/** How a step stands: done, to be done now, or after another one. */
export type StepState = 'done' | 'now' | 'later';

/** A sequence of steps. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={classes.steps}>{children}</ol>;
}

/** A step: what there is to do, or in one line what was done. */
export function Step({
  name,
  title,
  number,
  state,
  children,
}: {
  name: string;
  title: string;
  number: number;
  state: StepState;
  children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <li
      className={classes.step}
      data-testid="step"
      data-step={name}
      data-state={state}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className={classes.sign} aria-hidden="true">
        {state === 'done' ? <CheckIcon /> : number}
      </span>
      <div className={classes.what}>
        <h3 className={classes.title}>
          {title}
          <VisuallyHidden> ({t(`fiscal.steps.${state}`)})</VisuallyHidden>
        </h3>
        {children}
      </div>
    </li>
  );
}
