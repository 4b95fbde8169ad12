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
  // Only how high a bar is, which nobody adds up.
  const heights = shown.map(({ amount }) => Math.max(0, Number(amount)));
  const highest = Math.max(...heights, 0.01);
  return (
    <Panel heading={t('day.byHour')}>
      <ol className={classes.hours}>
        {shown.map(({ count, amount }, index) => (
          <li key={index} className={classes.hour} title={formatMoney(amount, currency, locale)}>
            <VisuallyHidden>
              {t('day.hour', { hour: first + index, count, amount: formatMoney(amount, currency, locale) })}
            </VisuallyHidden>
            <span className={classes.room} aria-hidden>
              <span className={classes.bar} style={{ height: `${(100 * heights[index]!) / highest}%` }} />
            </span>
            <span className={classes.label} aria-hidden>
              {first + index}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
