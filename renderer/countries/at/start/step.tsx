import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckIcon } from '../../../components/icons.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import classes from './step.module.css';
import type { StepName, StepState } from './steps.ts';

/** A step of the start-up: what there is to do, or in one line what was done. */
export function Step({
  name,
  number,
  state,
  children,
}: {
  name: StepName;
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
          {t(`austria.start.${name}.title`)}
          <VisuallyHidden> ({t(`austria.start.states.${state}`)})</VisuallyHidden>
        </h3>
        {children}
      </div>
    </li>
  );
}
