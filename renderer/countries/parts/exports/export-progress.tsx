import type { ExportJob } from '../../../../service/wire.ts';
import { formatCount } from '../../../format/money.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import classes from './export-progress.module.css';

/** How far an export is. */
export function ExportProgress({ job, period }: { job: ExportJob; period: string }) {
  const { t, locale } = useTexts();
  // While the records are being counted there is no share of a total to show.
  const share = job.total === 0 ? {} : { value: Math.min(job.records, job.total), max: job.total };
  return (
    <div className={classes.progress}>
      <progress className={classes.bar} aria-label={t('fiscal.exports.progress', { period })} {...share} />
      <span>
        {job.total === 0
          ? t('fiscal.exports.counting')
          : t('fiscal.exports.records', {
              records: formatCount(job.records, locale),
              total: formatCount(job.total, locale),
            })}
      </span>
    </div>
  );
}
