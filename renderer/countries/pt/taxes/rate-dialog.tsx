import { useState } from 'react';
import type { TaxRow } from '../../../../service/countries/pt/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { TextField } from '../../../components/fields.tsx';
import { useNotes } from '../../../components/notes.ts';
import { formatDay } from '../../../format/day.ts';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { readRate } from './rates.ts';

/** Set another percentage for a tax group, from a day on. */
export function RateDialog({
  row,
  today,
  act,
  onClose,
}: {
  row: TaxRow;
  today: string;
  act: Act;
  onClose: () => void;
}) {
  const { t, locale } = useTexts();
  const note = useNotes();
  const action = useAction();
  // What the law says is what is most likely meant.
  const [typed, setTyped] = useState((row.law ?? '').replace('.', locale.startsWith('en') ? '.' : ','));
  const [from, setFrom] = useState(today);
  const [sent, setSent] = useState(false);
  const rate = readRate(typed);
  const submit = async () => {
    setSent(true);
    if (rate === null || from < today) return;
    const reply = await action.run(() => act('rate', { group: row.group, rate, from }));
    if (!reply.ok) return;
    note(
      t('portugal.rate.done', {
        group: row.group,
        rate: formatPercent(rate, locale),
        day: formatDay(from, locale),
      }),
    );
    onClose();
  };
  return (
    <Dialog
      heading={t('portugal.rate.heading', { group: row.group })}
      submit={t('portugal.rate.submit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        {t('portugal.rate.now', {
          rate: formatPercent(row.rate, locale),
          specified: formatPercent(row.specified, locale),
          law: formatPercent(row.law ?? row.specified, locale),
        })}
      </p>
      <TextField
        label={t('portugal.rate.rate')}
        inputMode="decimal"
        autoComplete="off"
        rightSection="%"
        error={sent && rate === null ? t('portugal.rate.wrong') : null}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <TextField
        type="date"
        label={t('portugal.rate.from')}
        description={t('portugal.rate.fromHint')}
        min={today}
        error={sent && from < today ? t('portugal.rate.fromPast') : null}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
