import { Group, NativeSelect, Text } from '@mantine/core';
import type { BackupsOverview } from '../../../service/backup/wire.ts';
import { backUpNow, setBackupHour, stopBackup } from '../../api/care.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Fact, Facts } from '../../components/card.tsx';
import { CopyCode } from '../../components/copy-code.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fold } from '../../components/fold.tsx';
import { Mark } from '../../components/mark.tsx';
import { Panel } from '../../components/panel.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatDocumentTime } from '../../format/day.ts';
import { formatCount } from '../../format/money.ts';
import { formatSize } from '../../format/quantity.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ProgressLine } from '../../components/progress-line.tsx';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** An hour of the day as people write it: `04:00`, `4:00 AM`. */
function hourText(hour: number, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return format.format(Date.UTC(2026, 0, 1, hour));
}

/** How the backups of each register are, and making one now. */
export function BackupNowPanel({
  overview,
  reload,
}: {
  overview: BackupsOverview;
  reload: () => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const action = useAction();
  const { path, running, next, hour, registers, fingerprint } = overview;
  const act = async (work: typeof backUpNow) => {
    await action.run(work);
    await reload();
  };
  const label = {
    rn: t('care.backups.column.register'),
    success: t('care.backups.column.success'),
    archives: t('care.backups.column.archives'),
  };
  return (
    <Panel heading={t('care.backups.now.heading')}>
      <Facts>
        <Fact name={t('care.backups.now.next')} remark={t('care.backups.now.nightly')}>
          {path === null ? t('care.backups.now.never') : formatDocumentTime(next, locale)}
        </Fact>
      </Facts>
      <NativeSelect
        maw="16rem"
        label={t('care.backups.now.hour')}
        value={String(hour)}
        data={HOURS.map((each) => ({ value: String(each), label: hourText(each, locale) }))}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          void act(() => setBackupHour(chosen));
        }}
      />
      {running !== null && (
        <ProgressLine
          isAnnounced
          label={t('care.backups.now.progress')}
          done={running.done}
          total={running.total}
        >
          {running.rn === null
            ? t('care.backups.now.begins')
            : t('care.backups.now.at', { rn: running.rn, n: running.done + 1, total: running.total })}
        </ProgressLine>
      )}
      <Group gap="xs">
        <ActionButton
          variant="filled"
          blocked={path === null || running !== null}
          onAction={() => act(backUpNow)}
        >
          {t('care.backups.now.run')}
        </ActionButton>
        {running !== null && running.total > 1 && (
          <ActionButton variant="subtle" onAction={() => act(stopBackup)}>
            {t('care.backups.now.stop')}
          </ActionButton>
        )}
      </Group>
      <FailureNote failure={action.failure} />
      {registers.length === 0 ? (
        <Text c="dimmed">{t('care.backups.now.none')}</Text>
      ) : (
        <WideTable caption={t('care.backups.now.heading')} columns={Object.values(label)}>
          {registers.map((register) => (
            <Row key={register.rn} data-testid="backup">
              <Cell label={label.rn}>
                <Text span fw={600}>
                  {register.rn}
                </Text>
              </Cell>
              <Cell label={label.success}>
                {register.error !== null && (
                  <>
                    <Mark tone="bad">{t('care.backups.now.failed')}</Mark>{' '}
                  </>
                )}
                {register.success === null
                  ? t('care.backups.now.notYet')
                  : formatDocumentTime(register.success, locale)}{' '}
                <Soft>
                  {register.error ??
                    (register.lastSQ > 0
                      ? t('care.backups.now.upTo', { sq: formatCount(register.lastSQ, locale) })
                      : '')}
                </Soft>
              </Cell>
              <Cell label={label.archives}>
                {register.archiveCount === 0 ? (
                  '–'
                ) : (
                  <Fold
                    summary={t('care.backups.now.files', {
                      count: register.archiveCount,
                      size: formatSize(register.archiveBytes, locale),
                    })}
                  >
                    {register.archives.map(({ name, size, at }) => (
                      <Text key={name} size="sm">
                        <code>{name}</code> · {formatDocumentTime(at, locale)} · {formatSize(size, locale)}
                      </Text>
                    ))}
                  </Fold>
                )}
              </Cell>
            </Row>
          ))}
        </WideTable>
      )}
      <Text size="sm" c="dimmed">
        {t('care.backups.now.fingerprint')}{' '}
        <CopyCode text={fingerprint} name={t('care.backups.now.fingerprintName')} />
      </Text>
    </Panel>
  );
}
