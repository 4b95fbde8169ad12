import type { UnitRow } from '../../../service/at-signing/wire.ts';
import { Mark } from '../../components/mark.tsx';
import type { NoticeTone } from '../../components/notice.tsx';
import { formatDay } from '../../format/day.ts';
import { formatTime } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './unit-table.module.css';

const tones: Record<UnitRow['state'], NoticeTone> = {
  ready: 'good',
  failed: 'bad',
  unused: 'plain',
  off: 'plain',
};

/** Whether a unit works, since when, and what went wrong last. */
export function UnitState({ row: { state, since, failure, nextTry } }: { row: UnitRow }) {
  const { t, locale } = useTexts();
  const time = (text: string) =>
    `${formatDay(text.slice(0, 10), locale)}, ${formatTime(Date.parse(text), locale)}`;
  return (
    <>
      <Mark tone={tones[state]}>{t(`units.state.${state}`)}</Mark>
      {since !== null && state !== 'unused' && (
        <span className={classes.soft}>{t('units.since', { time: time(since) })}</span>
      )}
      {failure !== null && (
        <span className={state === 'failed' ? classes.bad : classes.soft}>
          {t('units.lastFailure', {
            time: time(failure.at),
            text: `${t(`units.kind.${failure.kind}`)} – ${failure.text}`,
          })}
        </span>
      )}
      {nextTry !== null && (
        <span className={classes.soft}>{t('units.nextTry', { time: time(nextTry) })}</span>
      )}
    </>
  );
}
