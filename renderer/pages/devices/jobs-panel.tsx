import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { DevicesOverview, JobRow } from '../../../service/printing/wire.ts';
import type { DeviceAct } from '../../api/devices.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import { Notice, type NoticeTone } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Hint, Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatDocumentTime } from '../../format/day.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDeviceFailure } from './device-failure.ts';
import { stateOf } from './printer-state.tsx';

const TONES: Readonly<Record<string, NoticeTone>> = { unknown: 'look', failed: 'bad', printed: 'good' };

/** What is printed, what waits, what a person has to decide, and what was printed last. */
export function JobsPanel({
  overview: { jobs, printer },
  act,
}: {
  overview: DevicesOverview;
  act: DeviceAct;
}) {
  const { t } = useTexts();
  const action = useAction();
  const words = useDeviceFailure();
  const note = useNotes();
  const [dropped, setDropped] = useState<JobRow | null>(null);
  const name = useJobName();
  const decide = (job: JobRow, what: 'printed' | 'again') => async () => {
    const reply = await action.run(() => act('job', { id: job.id, what }));
    if (reply.ok) note(t(what === 'again' ? 'devices.jobs.ordered' : 'devices.jobs.settled'));
  };
  const unknown = jobs.filter(({ state }) => state === 'unknown');
  const open = jobs.filter(({ state }) => state !== 'ended' && state !== 'unknown');
  const ended = jobs.filter(({ state }) => state === 'ended');
  const held = printer === null ? 'ready' : stateOf(printer);
  const rows = (some: readonly JobRow[]) =>
    some.map((job) => (
      <JobLine
        key={job.id}
        job={job}
        held={held}
        onAgain={decide(job, 'again')}
        onDrop={() => setDropped(job)}
      />
    ));
  return (
    <Panel heading={t('devices.jobs.heading')} intro={t('devices.jobs.intro')}>
      {unknown.map((job) => (
        <div key={job.id} data-testid="question" data-job={job.id}>
          <Notice tone="look" title={t('devices.jobs.question', { what: name(job) })}>
            <p>{t('devices.jobs.questionHint')}</p>
            <Group gap="xs" mt="xs">
              <ActionButton
                onAction={decide(job, 'printed')}
                aria-label={t('devices.jobs.yesOf', { what: name(job) })}
              >
                {t('devices.jobs.yes')}
              </ActionButton>
              <ActionButton
                onAction={decide(job, 'again')}
                aria-label={t('devices.jobs.noOf', { what: name(job) })}
              >
                {t(job.content.kind === 'receipt' ? 'devices.jobs.no' : 'devices.jobs.noTest')}
              </ActionButton>
              <Button
                variant="subtle"
                onClick={() => setDropped(job)}
                aria-label={t('devices.jobs.dropOf', { what: name(job) })}
              >
                {t('devices.jobs.drop')}
              </Button>
            </Group>
          </Notice>
        </div>
      ))}
      <FailureNote failure={words(action.failure)} />
      {open.length === 0 && unknown.length === 0 && <Hint>{t('devices.jobs.nothing')}</Hint>}
      {open.length > 0 && <JobTable caption={t('devices.jobs.open')}>{rows(open)}</JobTable>}
      {ended.length > 0 && (
        <div>
          <Text fw={600} mb="xs">
            {t('devices.jobs.ended')}
          </Text>
          <JobTable caption={t('devices.jobs.ended')}>{rows(ended)}</JobTable>
        </div>
      )}
      {dropped !== null && (
        <ConfirmDialog
          heading={t('devices.jobs.dropHeading', { what: name(dropped) })}
          submit={t('devices.jobs.drop')}
          color="red"
          action={() => act('job', { id: dropped.id, what: 'drop' })}
          done={t('devices.jobs.dropped')}
          onClose={() => setDropped(null)}
        >
          <p>{t('devices.jobs.dropText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function JobTable({ caption, children }: { caption: string; children: React.ReactNode }) {
  const { t } = useTexts();
  return (
    <WideTable
      caption={caption}
      columns={[t('devices.jobs.what'), t('devices.jobs.orderedAt'), t('devices.jobs.state')]}
      actions={t('devices.jobs.actions')}
    >
      {children}
    </WideTable>
  );
}

function JobLine({
  job,
  held,
  onAgain,
  onDrop,
}: {
  job: JobRow;
  held: ReturnType<typeof stateOf>;
  onAgain: () => Promise<void>;
  onDrop: () => void;
}) {
  const { t, locale } = useTexts();
  const what = useJobName()(job);
  const { state, end } = job;
  const shown = end === null ? state : end.how;
  const isHeld = state === 'waiting' && held !== 'ready' && held !== 'paperLow' && held !== 'mute';
  return (
    <Row data-testid="job" data-job={job.id} data-state={shown}>
      <Cell label={t('devices.jobs.what')}>
        {what}
        {job.content.kind === 'receipt' && job.content.again === true && (
          <Soft>{t('devices.jobs.copy')}</Soft>
        )}
      </Cell>
      <Cell label={t('devices.jobs.orderedAt')}>{formatDocumentTime(job.at, locale)}</Cell>
      <Cell label={t('devices.jobs.state')}>
        <Mark tone={TONES[shown] ?? 'plain'}>{t(`devices.jobs.is.${shown}`)}</Mark>
        {isHeld && <Soft>{t(`devices.state.${held}`)}</Soft>}
      </Cell>
      <Cell label={t('devices.jobs.actions')} actions>
        <Group gap="xs">
          {(state === 'ended' || state === 'failed') && end?.how !== 'again' && (
            <ActionButton onAction={onAgain} aria-label={t('devices.jobs.againOf', { what })}>
              {t('devices.jobs.again')}
            </ActionButton>
          )}
          {(state === 'waiting' || state === 'failed') && (
            <Button variant="subtle" onClick={onDrop} aria-label={t('devices.jobs.dropOf', { what })}>
              {t('devices.jobs.drop')}
            </Button>
          )}
        </Group>
      </Cell>
    </Row>
  );
}

function useJobName(): (job: JobRow) => string {
  const { t } = useTexts();
  return ({ content, number }) =>
    content.kind === 'test'
      ? t('devices.jobs.testPage')
      : t('devices.jobs.receipt', { number: number ?? content.sq });
}
