import type { ReactNode } from 'react';
import type { SeriesRow, SeriesState as State } from '../../../../service/countries/pt/wire.ts';
import { CheckIcon, ClockIcon, LockIcon, WarningIcon } from '../../../components/icons.tsx';
import { Mark } from '../../../components/mark.tsx';
import type { NoticeTone } from '../../../components/notice.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import classes from './series-state.module.css';

const looks: Record<State, { tone: NoticeTone; icon: ReactNode }> = {
  pending: { tone: 'look', icon: <ClockIcon /> },
  open: { tone: 'good', icon: <CheckIcon /> },
  closing: { tone: 'look', icon: <ClockIcon /> },
  closed: { tone: 'plain', icon: <LockIcon /> },
};

/** How a series stands, and what the authority had against it. */
export function SeriesState({ row: { state, error } }: { row: SeriesRow }) {
  const { t } = useTexts();
  const look = error === null ? looks[state] : { tone: 'bad' as const, icon: <WarningIcon /> };
  return (
    <>
      <Mark {...look}>{t(`portugal.series.states.${state}`)}</Mark>
      {error !== null && (
        <div className={classes.error}>
          <p>{t('portugal.series.authoritySays', { error })}</p>
          <p className={classes.fix}>
            {t(state === 'closing' ? 'portugal.series.fixClosing' : 'portugal.series.fixPending')}
          </p>
        </div>
      )}
    </>
  );
}
