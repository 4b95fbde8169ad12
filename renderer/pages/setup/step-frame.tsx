import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** Where a step leads: to the one before, and to the next. */
export interface StepWays {
  /** Null on the first one. */
  back: (() => void) | null;
  next: () => void;
}

/** The button that leads to the step before. */
export function BackButton({ back }: { back: StepWays['back'] }) {
  const { t } = useTexts();
  return back !== null && <Button onClick={back}>{t('setup.back')}</Button>;
}

/** A step that is left by a button beneath it. */
export function StepFrame({
  heading,
  intro,
  ways: { back, next },
  isDone,
  children,
}: {
  heading: string;
  intro: string;
  ways: StepWays;
  /** Otherwise it is left out for now. */
  isDone: boolean;
  children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <Panel heading={heading} intro={intro}>
      {children}
      <Group gap="xs">
        <Button variant={isDone ? 'filled' : 'default'} onClick={next}>
          {t(isDone ? 'setup.next' : 'setup.skip')}
        </Button>
        <BackButton back={back} />
      </Group>
    </Panel>
  );
}
