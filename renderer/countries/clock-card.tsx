import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Reply } from '../api/request.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Consequences } from '../components/consequences.tsx';
import { Notice } from '../components/notice.tsx';
import { Panel } from '../components/panel.tsx';
import { formatMoment } from '../format/day.ts';
import { useTexts } from '../i18n/use-texts.ts';

/** The clock is behind the last document: what to check, and that it is right if it is. */
export function ClockCard({
  last,
  now,
  series = [],
  consequence,
  confirm,
}: {
  /** Time of the last document when nothing is sold at all, else null. */
  last: string | null;
  /** What the clock of the service shows, with its offset. */
  now: string;
  /** Series that have come to a later day. */
  series?: readonly string[];
  /** What the country makes of it when the clock is right. */
  consequence: string;
  /** Says that the clock is right. */
  confirm: () => Promise<Reply<unknown>>;
}) {
  const { t, locale } = useTexts();
  const [open, setOpen] = useState(false);
  const shown = { now: formatMoment(now.slice(0, 19), locale) };
  return (
    <Panel heading={t('clock.heading')}>
      <Notice
        tone="bad"
        title={
          last === null
            ? t('clock.series', { series: series.join(', ') })
            : t('clock.title', { last: formatMoment(last, locale) })
        }
      >
        <p>{t('clock.shows', shown)}</p>
      </Notice>
      <Consequences texts={[t('clock.wrong'), t('clock.right')]} />
      <Group gap="xs">
        <Button onClick={() => setOpen(true)}>{t('clock.start')}</Button>
      </Group>
      {open && (
        <ConfirmDialog
          heading={t('clock.dialogHeading', shown)}
          submit={t('clock.submit')}
          action={confirm}
          done={t('clock.done')}
          onClose={() => setOpen(false)}
        >
          <Consequences texts={[consequence, t('clock.noted'), t('clock.forGood')]} />
        </ConfirmDialog>
      )}
    </Panel>
  );
}
