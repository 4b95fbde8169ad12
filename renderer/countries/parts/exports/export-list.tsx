import type { ExportJob } from '../../../../service/wire.ts';
import { exportUrl } from '../../../api/exports.ts';
import { useAction } from '../../../api/use-action.ts';
import { ButtonRow } from '../../../components/button-row.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { DeedButton } from '../../../components/deed-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { DownloadIcon } from '../../../components/icons.tsx';
import { Mark } from '../../../components/mark.tsx';
import { useNotes } from '../../../components/notes.ts';
import { formatSize } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import classes from './export-list.module.css';
import { ExportProgress } from './export-progress.tsx';
import { formatPeriod } from './period.ts';
import type { Exports } from './use-exports.ts';

/** The files that were exported, and those that are being written. */
export function ExportList({ exports: { jobs, failure, remove } }: { exports: Exports }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const drop = async (job: ExportJob) => {
    const reply = await action.run(() => remove(job.id));
    if (reply.ok) note(t(job.state === 'running' ? 'fiscal.exports.cancelled' : 'fiscal.exports.removed'));
  };
  return (
    <div className={classes.files}>
      <h3 className={classes.heading}>{t('fiscal.exports.files')}</h3>
      <FailureNote failure={action.failure ?? (jobs === null ? failure : null)} />
      {jobs?.length === 0 && <p className={classes.none}>{t('fiscal.exports.none')}</p>}
      {jobs !== null && jobs.length > 0 && (
        <ul className={classes.list}>
          {jobs.map((job) => (
            <li key={job.id} className={classes.job}>
              <ExportFile job={job} onDrop={() => drop(job)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ExportFile({ job, onDrop }: { job: ExportJob; onDrop: () => Promise<void> }) {
  const { t, locale } = useTexts();
  const period = formatPeriod(job, locale);
  const facts = [
    t(job.rn === null ? 'fiscal.exports.allTills' : 'fiscal.exports.oneTill'),
    ...(job.size === null ? [] : [formatSize(job.size, locale)]),
  ];
  const which = { name: `${period}, ${job.file}` };
  return (
    <>
      <div className={classes.what}>
        <p className={classes.period}>{period}</p>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        {job.state !== 'failed' && <p className={classes.name}>{job.file}</p>}
      </div>
      <ButtonRow>
        {job.state === 'done' && (
          <ButtonLink
            href={exportUrl(job.id)}
            download={job.file}
            icon={<DownloadIcon />}
            aria-label={t('fiscal.exports.downloadOf', which)}
          >
            {t('fiscal.exports.download')}
          </ButtonLink>
        )}
        {job.state === 'failed' && <Mark tone="bad">{t('fiscal.exports.failed')}</Mark>}
        <DeedButton
          kind="quiet"
          onDeed={onDrop}
          aria-label={t(
            job.state === 'running' ? 'fiscal.exports.cancelOf' : 'fiscal.exports.removeOf',
            which,
          )}
        >
          {t(job.state === 'running' ? 'fiscal.exports.cancel' : 'fiscal.exports.remove')}
        </DeedButton>
      </ButtonRow>
      {job.state === 'running' && (
        <div className={classes.below}>
          <ExportProgress job={job} period={period} />
        </div>
      )}
      {job.error !== null && <p className={classes.error}>{job.error}</p>}
    </>
  );
}
