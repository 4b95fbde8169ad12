import type { ReportFailure } from '../../../../service/countries/at/wire.ts';
import { formatMoment } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { adviceOn, meaningOf } from './failure-words.ts';
import classes from './failure.module.css';

/** Why FinanzOnline did not do something: in words, in its own words, and when it is tried again. */
export function FinanzOnlineFailure({
  failure,
  by,
}: {
  failure: ReportFailure;
  /** Which service refused: the login or a report. */
  by: 'session' | 'rkdb';
}) {
  const { t, language, locale } = useTexts();
  const { at, code, text, message, nextTry } = failure;
  const meaning = meaningOf(by, code, language);
  return (
    <div className={classes.failure}>
      <p>
        {formatMoment(at, locale)}: {meaning ?? t('austria.report.unknown', { code })}
      </p>
      {message !== '' && (
        <p>
          {t('austria.report.says')} <q lang="de">{message}</q> ({code})
        </p>
      )}
      {meaning === null && message === '' && <p lang="en">{text}</p>}
      <p>{adviceOn(failure, language)}</p>
      <p className={classes.soft}>
        {nextTry === null
          ? t('austria.report.stays')
          : t('austria.report.nextTry', { time: formatMoment(nextTry, locale) })}
      </p>
    </div>
  );
}
