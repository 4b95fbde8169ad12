import type { SaftMonth } from '../../../../service/countries/pt/wire.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { Fold } from '../../../components/fold.tsx';
import { formatMonth } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { StateList, StateRow } from '../../parts/state-list.tsx';
import { MonthMark } from './month-mark.tsx';
import { monthState } from './month-state.ts';

/** The other months. Those that are still to be handed in stay in sight. */
export function Months({
  months,
  today,
  running,
  onExport,
}: {
  months: readonly SaftMonth[];
  today: string;
  running: (month: string) => boolean;
  onExport: (month: string) => Promise<unknown>;
}) {
  const { t } = useTexts();
  const isOpen = (month: SaftMonth) => monthState(month, today) !== 'exported';
  const list = (some: SaftMonth[]) => (
    <StateList>
      {some.map((month) => (
        <Month
          key={month.month}
          month={month}
          today={today}
          running={running(month.month)}
          onExport={onExport}
        />
      ))}
    </StateList>
  );
  const open = months.filter(isOpen);
  const done = months.filter((month) => !isOpen(month));
  return (
    <>
      {open.length > 0 && list(open)}
      {done.length > 0 && (
        <Fold summary={t('portugal.saft.earlier', { count: done.length })}>{list(done)}</Fold>
      )}
    </>
  );
}

function Month({
  month,
  today,
  running,
  onExport,
}: {
  month: SaftMonth;
  today: string;
  running: boolean;
  onExport: (month: string) => Promise<unknown>;
}) {
  const { t, locale } = useTexts();
  const name = formatMonth(month.month, locale);
  return (
    <StateRow
      data-testid="month"
      name={name}
      mark={<MonthMark month={month} today={today} />}
      action={
        monthState(month, today) !== 'running' && (
          <ActionButton
            blocked={running}
            onAction={() => onExport(month.month)}
            aria-label={t('portugal.saft.export', { month: name })}
          >
            {t('portugal.saft.exportShort')}
          </ActionButton>
        )
      }
    />
  );
}
