import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ExportJob } from '../../../../service/wire.ts';
import { exportUrl } from '../../../api/exports.ts';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { useConnected } from '../../../components/connected.ts';
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
  const connected = useConnected();
  const drop = async (job: ExportJob) => {
    const reply = await action.run(() => remove(job.id));
    if (reply.ok) note(t(job.state === 'running' ? 'fiscal.exports.cancelled' : 'fiscal.exports.removed'));
  };
  return (
    <Stack gap="xs">
      <Title order={3}>{t('fiscal.exports.files')}</Title>
      {/* That the service is away stands on top of the page, once for all lists. */}
      <FailureNote failure={action.failure ?? (jobs === null && connected ? failure : null)} />
      {jobs?.length === 0 && <Text c="dimmed">{t('fiscal.exports.none')}</Text>}
      {jobs !== null && jobs.length > 0 && (
        <ul className={classes.list}>
          {jobs.map((job) => (
            <li key={job.id} className={classes.job}>
              <ExportFile job={job} onDrop={() => drop(job)} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
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
        <Text className={classes.period ?? ''} fw={600}>
          {period}
        </Text>
        <Text c="dimmed">{facts.join(' · ')}</Text>
        {job.state !== 'failed' && (
          <Text component="code" display="block" size="xs" c="dimmed">
            {job.file}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {job.state === 'done' && (
          <Button
            component="a"
            href={exportUrl(job.id)}
            download={job.file}
            leftSection={<DownloadIcon />}
            aria-label={t('fiscal.exports.downloadOf', which)}
          >
            {t('fiscal.exports.download')}
          </Button>
        )}
        {job.state === 'failed' && <Mark tone="bad">{t('fiscal.exports.failed')}</Mark>}
        <ActionButton
          variant="subtle"
          onAction={onDrop}
          aria-label={t(
            job.state === 'running' ? 'fiscal.exports.cancelOf' : 'fiscal.exports.removeOf',
            which,
          )}
        >
          {t(job.state === 'running' ? 'fiscal.exports.cancel' : 'fiscal.exports.remove')}
        </ActionButton>
      </Group>
      {job.state === 'running' && (
        <div className={classes.below}>
          <ExportProgress job={job} period={period} />
        </div>
      )}
      {job.error !== null && (
        <Text className={classes.below ?? ''} c="red" fw={500}>
          {job.error}
        </Text>
      )}
    </>
  );
}
