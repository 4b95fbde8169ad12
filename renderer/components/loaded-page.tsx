import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Snapshot } from '../api/live-status.ts';
import type { Loaded } from '../api/reloader.ts';
import { formatTime } from '../format/date.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ActionButton } from './action-button.tsx';
import { Connected } from './connected.ts';
import { FailureNote } from './failure-note.tsx';
import { Notice } from './notice.tsx';
import { Placeholder } from './placeholder.tsx';

/**
 * A page whose content the service is asked for: its heading, and beneath it
 * the content, what stands in its place while it comes, why it did not come
 * with another try, and what to think of it while the service is away.
 */
export function LoadedPage<T>({
  heading,
  snapshot: { phase, heardAt },
  loaded: { value, failure },
  reload,
  children,
}: {
  /** A text, or a heading with something beside it. */
  heading: ReactNode;
  snapshot: Pick<Snapshot, 'phase' | 'heardAt'>;
  loaded: Loaded<T>;
  reload: () => Promise<void>;
  children: (value: T) => ReactNode;
}) {
  const { t, locale } = useTexts();
  const lost = phase === 'lost';
  return (
    <Stack component="main" gap="lg">
      {typeof heading === 'string' ? <Title order={1}>{heading}</Title> : heading}
      {lost && (
        <Notice tone="bad" role="alert" title={t('page.banner.noConnection')}>
          <p>{t('fiscal.disconnected')}</p>
          {heardAt !== null && <p>{t('page.staleSince', { time: formatTime(heardAt, locale) })}</p>}
        </Notice>
      )}
      {value === null && failure !== null && !lost && (
        <Stack gap="sm" align="flex-start">
          <FailureNote failure={failure} />
          <ActionButton onAction={reload}>{t('fiscal.tryAgain')}</ActionButton>
        </Stack>
      )}
      {value === null && failure === null && <Placeholder />}
      {value !== null && <Connected value={!lost}>{children(value)}</Connected>}
    </Stack>
  );
}
