import { Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { BackupsOverview } from '../../../service/backup/wire.ts';
import { beginDrill, stopDrill } from '../../api/care.ts';
import type { Reply } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatCount } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DrillResultView } from './drill-result.tsx';
import { ProgressLine } from '../../components/progress-line.tsx';

/** Tries out whether the backups could be gone on with. */
export function DrillPanel({
  overview: { path, drill, registers },
  reload,
}: {
  overview: BackupsOverview;
  reload: () => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const action = useAction();
  const [chosen, setChosen] = useState('');
  const register = registers.find(({ rn }) => rn === chosen) ?? registers[0];
  const act = async (work: () => Promise<Reply<unknown>>) => {
    await action.run(work);
    await reload();
  };
  return (
    <Panel heading={t('care.drill.heading')} intro={t('care.drill.intro')}>
      {registers.length > 1 && (
        <NativeSelect
          maw="20rem"
          label={t('care.drill.register')}
          value={register?.rn ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={registers.map(({ rn }) => rn)}
        />
      )}
      {drill !== null && (
        <ProgressLine isAnnounced label={t('care.drill.progress')} done={drill.records} total={drill.total}>
          {t(`care.drill.step.${drill.step}`, {
            rn: drill.rn,
            records: formatCount(drill.records, locale),
            total: formatCount(drill.total, locale),
          })}
        </ProgressLine>
      )}
      <Group gap="xs">
        <ActionButton
          variant="filled"
          blocked={path === null || register === undefined || drill !== null}
          onAction={() => act(() => beginDrill(register?.rn ?? ''))}
        >
          {t('care.drill.begin')}
        </ActionButton>
        {drill !== null && (
          <ActionButton variant="subtle" onAction={() => act(stopDrill)}>
            {t('care.drill.stop')}
          </ActionButton>
        )}
      </Group>
      <FailureNote failure={action.failure} />
      {path === null && <Text c="dimmed">{t('care.drill.noFolder')}</Text>}
      {drill === null &&
        register !== undefined &&
        (register.drill === null ? (
          <Text c="dimmed">{t('care.drill.none')}</Text>
        ) : (
          <DrillResultView result={register.drill} />
        ))}
    </Panel>
  );
}
