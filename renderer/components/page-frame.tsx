import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Snapshot } from '../api/live-status.ts';
import { formatTime } from '../format/date.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Connected } from './connected.ts';
import { Notice } from './notice.tsx';

/** A page with its heading, and what to think of it while the service is away. */
export function PageFrame({
  heading,
  snapshot: { phase, heardAt },
  children,
}: {
  /** A text, or a heading with something beside it. */
  heading: ReactNode;
  snapshot: Pick<Snapshot, 'phase' | 'heardAt'>;
  children: ReactNode;
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
      <Connected value={!lost}>{children}</Connected>
    </Stack>
  );
}
