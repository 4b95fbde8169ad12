import { VisuallyHidden } from '@mantine/core';
import type { DayOverview } from '../../../service/register/wire.ts';
import { Panel } from '../../components/panel.tsx';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './hours.module.css';

/** Turnover by hour, from the first sale of the day to the last one; nothing where nothing was sold. */
export function Hours({ overview: { hours, currency } }: { overview: DayOverview }) {
  const { t, locale } = useTexts();
  const used = hours.flatMap(({ count }, hour) => (count > 0 ? [hour] : []));
  const [first] = used;
  if (first === undefined) return null;
  const shown = hours.slice(first, used.at(-1)! + 1);
  // Only how long a bar is, which nobody adds up.
  const lengths = shown.map(({ amount }) => Math.max(0, Number(amount)));
  const longest = Math.max(...lengths, 0.01);
  return (
    <Panel heading={t('day.byHour')}>
      <ol className={classes.hours}>
        {shown.map(({ count, amount }, index) => (
          <li key={index} className={classes.hour}>
            <VisuallyHidden>
              {t('day.hour', { hour: first + index, count, amount: formatMoney(amount, currency, locale) })}
            </VisuallyHidden>
            <span className={classes.label} aria-hidden>
              {`${first + index}:00`}
            </span>
            <span className={classes.bar} style={{ width: `${(100 * lengths[index]!) / longest}%` }} />
            <span className={classes.amount} aria-hidden>
              {formatMoney(amount, currency, locale)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
