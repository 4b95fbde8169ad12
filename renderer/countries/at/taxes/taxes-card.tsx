import { Button, Group } from '@mantine/core';
import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';
import { Panel } from '../../../components/panel.tsx';
import { Hint } from '../../../components/part.tsx';
import { formatDay } from '../../../format/day.ts';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { RateTable, useRateDialogs } from '../../parts/rates/rate-table.tsx';
import type { Act } from '../actions.ts';

/** The percentages of the tax groups in use, beside those of the receipt format. */
export function TaxesCard({
  overview: { taxes, otherRates },
  today,
  act,
}: {
  overview: AustriaOverview;
  today: string;
  act: Act;
}) {
  const { t, locale } = useTexts();
  const { change, reset, dialogs } = useRateDialogs({
    today,
    onSet: (setting) => act('rate', setting),
    onReset: () => act('reset-rates', {}),
  });
  const changed = taxes.some(({ from, next }) => from !== null || next !== null);
  const others = otherRates.map(({ rate, from }) => {
    const text = formatPercent(rate, locale);
    return from === null || from <= today
      ? text
      : t('austria.taxes.otherFrom', { rate: text, day: formatDay(from, locale) });
  });
  return (
    <Panel heading={t('austria.taxes.heading')} intro={t('austria.taxes.intro')}>
      <RateTable
        caption={t('austria.taxes.heading')}
        rows={taxes}
        before={[{ label: t('austria.taxes.set'), cell: ({ set }) => t(`austria.taxes.sets.${set}`) }]}
        isFixed={({ set }) => set === 'zero'}
        onChange={change}
      />
      {others.length > 0 && <Hint>{t('austria.taxes.others', { rates: others.join(', ') })}</Hint>}
      {changed && (
        <Group gap="xs">
          <Button onClick={reset}>{t('fiscal.rates.reset.start')}</Button>
        </Group>
      )}
      {dialogs}
    </Panel>
  );
}
