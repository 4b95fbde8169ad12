import type { TaxRow } from '../../../../service/countries/pt/wire.ts';
import { Mark } from '../../../components/mark.tsx';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { rateState } from './rates.ts';

/** What the law says, marked where the percentage in use is another one; in amber only where that concerns the shop. */
export function RateMark({ row, isOwn }: { row: TaxRow; isOwn: boolean }) {
  const { t, locale } = useTexts();
  const law = formatPercent(row.law ?? row.specified, locale);
  const state = rateState(row);
  if (state === 'lawful') return law;
  return (
    <Mark tone={!isOwn ? 'plain' : state === 'differs' ? 'look' : 'good'}>
      {t(state === 'differs' ? 'portugal.taxes.butLaw' : 'portugal.taxes.asLaw', { law })}
    </Mark>
  );
}
