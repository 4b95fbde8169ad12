import { Progress, Stack, Text } from '@mantine/core';
import type { ExportJob } from '../../../../service/wire.ts';
import { formatCount } from '../../../format/money.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** How far an export is. */
export function ExportProgress({ job, period }: { job: ExportJob; period: string }) {
  const { t, locale } = useTexts();
  const { records, total } = job;
  // While the records are being counted there is no share of a total to show.
  const isCounting = total === 0;
  const done = Math.min(records, total);
  return (
    <Stack gap="0.375rem">
      <Progress.Root size="0.625rem">
        <Progress.Section
          color="var(--tm-progress)"
          value={isCounting ? 100 : (done / total) * 100}
          animated={isCounting}
          withAria={false}
          role="progressbar"
          aria-label={t('fiscal.exports.progress', { period })}
          {...(!isCounting && { 'aria-valuenow': done, 'aria-valuemin': 0, 'aria-valuemax': total })}
        />
      </Progress.Root>
      <Text c="dimmed">
        {isCounting
          ? t('fiscal.exports.counting')
          : t('fiscal.exports.records', {
              records: formatCount(records, locale),
              total: formatCount(total, locale),
            })}
      </Text>
    </Stack>
  );
}
