import { formatCount, formatMoney } from '../../../format/money.ts';
import { Soft } from '../../../components/part.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { Day } from './types.ts';

/** What was sold on a day: a line for each currency, with the number of receipts. */
export function Sums({ day: { sums } }: { day: Day }) {
  const { t, locale } = usePortalTexts();
  if (sums.length === 0) return <>{t('overview.noSales')}</>;
  return (
    <>
      {sums.map(({ currency, receipts, total }) => (
        <span key={currency}>
          {formatMoney(total, currency ?? '', locale)}
          <Soft>{t('overview.receipts', { number: formatCount(receipts, locale) })}</Soft>
        </span>
      ))}
    </>
  );
}
