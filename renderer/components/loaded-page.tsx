import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Loaded } from '../api/reloader.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ActionButton } from './action-button.tsx';
import { FailureNote } from './failure-note.tsx';
import { PageFrame } from './page-frame.tsx';
import { Placeholder } from './placeholder.tsx';

/**
 * A page whose content the service is asked for: the content, what stands in its
 * place while it comes, or why it did not come, with another try.
 */
export function LoadedPage<T>({
  heading,
  snapshot,
  loaded: { value, failure },
  reload,
  children,
}: Pick<ComponentProps<typeof PageFrame>, 'heading' | 'snapshot'> & {
  loaded: Loaded<T>;
  reload: () => Promise<void>;
  children: (value: T) => ReactNode;
}) {
  const { t } = useTexts();
  return (
    <PageFrame heading={heading} snapshot={snapshot}>
      {value === null && failure !== null && snapshot.phase !== 'lost' && (
        <Stack gap="sm" align="flex-start">
          <FailureNote failure={failure} />
          <ActionButton onAction={reload}>{t('fiscal.tryAgain')}</ActionButton>
        </Stack>
      )}
      {value === null && failure === null && <Placeholder />}
      {value !== null && children(value)}
    </PageFrame>
  );
}
