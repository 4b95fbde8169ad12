import type { ControlStatus } from '../../../service/wire.ts';
import { Card } from '../../components/card.tsx';
import { formatCount, formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './today-card.module.css';

/** How the day is going. */
export function TodayCard({ today }: { today: NonNullable<ControlStatus['today']> }) {
  const { t, locale } = useTexts();
  return (
    <Card heading={t('page.today.heading')}>
      <dl className={classes.figures}>
        <div>
          <dt>{t('page.today.turnover')}</dt>
          <dd data-testid="turnover">{formatMoney(today.turnover, today.currency, locale)}</dd>
        </div>
        <div>
          <dt>{t('page.today.count')}</dt>
          <dd data-testid="count">{formatCount(today.count, locale)}</dd>
        </div>
      </dl>
    </Card>
  );
}
