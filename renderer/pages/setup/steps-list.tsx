import { Text, VisuallyHidden } from '@mantine/core';
import type { SetupStep, SetupStepName } from '../../../service/setup/wire.ts';
import { CheckIcon } from '../../components/icons.tsx';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './setup.module.css';

/** Where somebody is in the assistant, and the way to every step. */
export function StepsList({ steps, current }: { steps: readonly SetupStep[]; current: SetupStepName }) {
  const { t } = useTexts();
  const number = steps.findIndex(({ name }) => name === current) + 1;
  return (
    <nav className={classes.steps} aria-label={t('setup.steps')}>
      <Text className={classes.count ?? ''} size="sm" c="dimmed">
        {t('setup.count', { number, total: steps.length })}
      </Text>
      <ol>
        {steps.map(({ name, state }, index) => (
          <li key={name} data-testid="setup-step" data-step={name} data-state={state}>
            <a
              className={classes.step}
              href={`${PAGE_HASH.start}/${name}`}
              aria-current={name === current ? 'step' : undefined}
            >
              <span className={classes.sign} data-state={state} aria-hidden="true">
                {state === 'done' ? <CheckIcon /> : index + 1}
              </span>
              <span className={classes.name}>{t(`setup.step.${name}`)}</span>
              <VisuallyHidden> ({t(`setup.state.${state}`)})</VisuallyHidden>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
