import { Button, Group } from '@mantine/core';
import type { SeriesRow } from '../../../../service/countries/pt/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useNotes } from '../../../components/notes.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { type Act, openedSeries } from '../actions.ts';
import classes from './series-actions.module.css';

/** What can be done with a series as it stands. */
export function SeriesActions({
  row,
  today,
  act,
  onCode,
  onClose,
}: {
  row: SeriesRow;
  today: string;
  act: Act;
  onCode: ((row: SeriesRow) => void) | undefined;
  onClose: ((row: SeriesRow) => void) | undefined;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const series = { series: row.id };
  const isNext = row.from > today;
  const again = async () => {
    if (row.state === 'closing') {
      const reply = await action.run(() => act('close', { series: row.id }));
      if (reply.ok) note(t('portugal.close.done', series));
      return;
    }
    const reply = await action.run(() => act('open', { type: row.type, ...(isNext && { from: row.from }) }));
    if (!reply.ok) return;
    note(t('portugal.open.done', { series: openedSeries(reply.value) ?? row.id }));
  };
  // What the authority said is shown with the state already.
  const shown = row.error !== null && action.failure?.message === row.error ? null : action.failure;
  const first = row.state === 'pending' && row.error === null;
  const canAsk = row.state === 'closing' || row.state === 'pending';
  return (
    <div className={classes.actions}>
      <Group gap="xs">
        {canAsk && (
          <ActionButton
            onAction={again}
            aria-label={t(first ? 'portugal.open.nowOf' : 'portugal.open.againOf', series)}
          >
            {t(first ? 'portugal.open.now' : 'portugal.open.again')}
          </ActionButton>
        )}
        {row.state === 'pending' && (
          <Button onClick={() => onCode?.(row)} aria-label={t('portugal.code.enterOf', series)}>
            {t('portugal.code.enter')}
          </Button>
        )}
        {row.state === 'open' && (
          <Button
            variant="subtle"
            onClick={() => onClose?.(row)}
            aria-label={t('portugal.close.startOf', series)}
          >
            {t('portugal.close.start')}
          </Button>
        )}
      </Group>
      <FailureNote failure={shown} />
    </div>
  );
}
