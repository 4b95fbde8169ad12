import { Text } from '@mantine/core';
import { formatDay } from '../../../format/day.ts';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** The percentage of a tax group, since when, and the next one. Percentages are decimal texts, days `YYYY-MM-DD`. */
export function RateInUse({
  row: { rate, from, next },
}: {
  row: { rate: string; from: string | null; next: { rate: string; from: string } | null };
}) {
  const { t, locale } = useTexts();
  return (
    <>
      <strong>{formatPercent(rate, locale)}</strong>
      {from !== null && (
        <Text span display="block" size="sm" c="dimmed">
          {t('fiscal.rates.since', { day: formatDay(from, locale) })}
        </Text>
      )}
      {next !== null && (
        <Text span display="block" size="sm" c="dimmed">
          {t('fiscal.rates.next', {
            rate: formatPercent(next.rate, locale),
            day: formatDay(next.from, locale),
          })}
        </Text>
      )}
    </>
  );
}
