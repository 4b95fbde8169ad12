import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Loaded } from '../../api/reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { isWithheld } from '../api/failure.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import classes from './page.module.css';

/** Shows what was asked for, that it is on its way, or why it does not come. */
export function Loading<T>({
  loaded: [{ value, failure }, reload],
  children,
}: {
  loaded: [loaded: Loaded<T>, reload: () => Promise<void>];
  children: (value: T) => ReactNode;
}) {
  const { t } = usePortalTexts();
  if (value !== null && !(failure && isWithheld(failure))) {
    return (
      <>
        {failure !== null && <FailureNote failure={{ ...failure, message: t('common.stale') }} />}
        {children(value)}
      </>
    );
  }
  if (failure === null) {
    return (
      <Paper className={classes.waiting} mih="6rem" p="md" role="status">
        {t('common.loading')}
      </Paper>
    );
  }
  return (
    <Stack gap="sm" align="flex-start">
      <FailureNote failure={failure} />
      <ActionButton onAction={reload}>{t('common.tryAgain')}</ActionButton>
    </Stack>
  );
}

/** There is nothing of what a part of the page is about, and what to do about it. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" maw="44rem">
      {children}
    </Text>
  );
}
