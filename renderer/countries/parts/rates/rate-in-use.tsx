import { formatDay } from '../../../format/day.ts';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import classes from './rate-in-use.module.css';

/** The percentage of a tax group, since when, and the next one. Percentages are decimal texts, days `YYYY-MM-DD`. */
export function RateInUse({
  row: { rate, from, next },
}: {
  row: { rate: string; from: string | null; next: { rate: string; from: string } | null };
}) {
  const { t, locale } = useTexts();
  return (
    <>
      <strong className={classes.rate}>{formatPercent(rate, locale)}</strong>
      {from !== null && (
        <span className={classes.since}>{t('fiscal.rates.since', { day: formatDay(from, locale) })}</span>
      )}
      {next !== null && (
        <span className={classes.since}>
          {t('fiscal.rates.next', {
            rate: formatPercent(next.rate, locale),
            day: formatDay(next.from, locale),
          })}
        </span>
      )}
    </>
  );
}
