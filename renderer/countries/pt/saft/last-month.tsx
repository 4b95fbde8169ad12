import type { SaftMonth } from '../../../../service/countries/pt/wire.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { formatMonth } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import classes from './last-month.module.css';
import { MonthMark } from './month-mark.tsx';
import { monthState } from './month-state.ts';

/** The one file a shop needs each month, with the one button for it. */
export function LastMonth({
  month,
  today,
  running,
  onExport,
}: {
  month: SaftMonth | null;
  today: string;
  /** Is this month being exported? */
  running: (month: string) => boolean;
  onExport: (month: string) => Promise<unknown>;
}) {
  const { t, locale } = useTexts();
  if (month === null) return <p className={classes.none}>{t('portugal.saft.noMonth')}</p>;
  const exported = monthState(month, today) === 'exported';
  const name = formatMonth(month.month, locale);
  return (
    <div className={classes.last} data-testid="last-month">
      <div className={classes.what}>
        <h3 className={classes.month}>{name}</h3>
        <MonthMark month={month} today={today} />
      </div>
      <ActionButton
        variant={exported ? 'default' : 'filled'}
        className={classes.button ?? ''}
        blocked={running(month.month)}
        onAction={() => onExport(month.month)}
      >
        {t(
          running(month.month)
            ? 'portugal.saft.running'
            : exported
              ? 'portugal.saft.exportAgain'
              : 'portugal.saft.export',
          { month: name },
        )}
      </ActionButton>
    </div>
  );
}
