import type { DayOverview } from '../../../service/register/wire.ts';
import { Fact, Facts } from '../../components/card.tsx';
import { formatCount, formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const PARTS = ['sales', 'credits', 'voids'] as const;

/** The turnover of a day, and what it is made of. */
export function Figures({ overview }: { overview: DayOverview }) {
  const { t, locale } = useTexts();
  const { currency, total, trainings, nonFiscal } = overview;
  const others = [
    trainings > 0 ? t('day.trainings', { count: trainings }) : '',
    nonFiscal > 0 ? t('day.nonFiscal', { count: nonFiscal }) : '',
  ].filter(Boolean);
  return (
    <Facts>
      <Fact name={t('day.total')}>
        <strong data-testid="day-total">{formatMoney(total, currency, locale)}</strong>
      </Fact>
      {PARTS.map((part) => (
        <Fact key={part} name={t(`day.${part}`)}>
          <span data-testid={`day-${part}`}>
            {formatCount(overview[part].count, locale)} ·{' '}
            {formatMoney(overview[part].amount, currency, locale)}
          </span>
        </Fact>
      ))}
      {others.length > 0 && <Fact name={t('day.others')}>{others.join(' · ')}</Fact>}
    </Facts>
  );
}
