import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Reply } from '../../../api/request.ts';
import { formatDay } from '../../../format/day.ts';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { readRate } from './read-rate.ts';

/** What is set: a percentage for a tax group from a day on. */
export interface RateSetting {
  group: string;
  /** Decimal text. */
  rate: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
}

/** Set another percentage for a tax group, from a day on. */
export function RateDialog({
  group,
  likely = '',
  today,
  onSet,
  onClose,
  children,
}: {
  group: string;
  /** The percentage that is most likely meant; empty when none is. */
  likely?: string;
  today: string;
  onSet: (setting: RateSetting) => Promise<Reply<unknown>>;
  onClose: () => void;
  /** What the percentage is now. */
  children: ReactNode;
}) {
  const { t, locale } = useTexts();
  const [typed, setTyped] = useState(likely.replace('.', locale.startsWith('en') ? '.' : ','));
  const [from, setFrom] = useState(today);
  const rate = readRate(typed);
  return (
    <FormDialog
      heading={t('fiscal.rates.dialog.heading', { group })}
      submit={t('fiscal.rates.dialog.submit')}
      check={() => rate !== null && from >= today}
      send={() => onSet({ group, rate: rate ?? '', from })}
      done={t('fiscal.rates.dialog.done', {
        group,
        rate: formatPercent(rate ?? '', locale),
        day: formatDay(from, locale),
      })}
      onClose={onClose}
    >
      {(sent) => (
        <>
          {children}
          <TextInput
            label={t('fiscal.rates.dialog.rate')}
            inputMode="decimal"
            autoComplete="off"
            rightSection="%"
            error={sent && rate === null ? t('fiscal.rates.dialog.wrong') : null}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('fiscal.rates.dialog.from')}
            description={t('fiscal.rates.dialog.fromHint')}
            min={today}
            error={sent && from < today ? t('fiscal.rates.dialog.fromPast') : null}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
