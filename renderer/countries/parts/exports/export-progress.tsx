import type { ExportJob } from '../../../../service/wire.ts';
import { ProgressLine } from '../../../components/progress-line.tsx';
import { formatCount } from '../../../format/money.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** How far an export is. */
export function ExportProgress({ job, period }: { job: ExportJob; period: string }) {
  const { t, locale } = useTexts();
  const { records, total } = job;
  return (
    <ProgressLine label={t('fiscal.exports.progress', { period })} done={records} total={total}>
      {total === 0
        ? t('fiscal.exports.counting')
        : t('fiscal.exports.records', {
            records: formatCount(records, locale),
            total: formatCount(total, locale),
          })}
    </ProgressLine>
  );
}
