import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import type { ChecklistOverview, ChecklistRow } from '../../../service/integration/wire.ts';
import { askChecklist, resetChecklist, tickItem } from '../../api/developers.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useEvery } from '../../api/use-every.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Mark } from '../../components/mark.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatInstant } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const LOOK_MS = 2000;

/** The checklist before going live: what the POS of a register has shown, and how to show the rest. */
export function ChecklistPage({
  heading,
  rn,
  snapshot,
}: {
  heading: ReactNode;
  rn: string;
  snapshot: Snapshot;
}) {
  const ask = useCallback(() => askChecklist(rn), [rn]);
  const [loaded, reload] = useReloader(ask, snapshot.status);
  useEvery(snapshot.phase === 'lost' ? null : LOOK_MS, reload);
  const company = snapshot.status?.company?.name ?? '';
  const terminal = snapshot.status?.terminal ?? '';
  return (
    <LoadedPage heading={heading} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <Checklist
          rn={rn}
          whose={[company, rn, terminal].filter(Boolean).join(' · ')}
          overview={overview}
          reload={reload}
        />
      )}
    </LoadedPage>
  );
}

function Checklist({
  rn,
  whose,
  overview: { isOn, items },
  reload,
}: {
  rn: string;
  /** Company, register and terminal, for the sheet of paper. */
  whose: string;
  overview: ChecklistOverview;
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const done = items.filter(({ shown }) => shown !== null).length;
  const label = {
    item: t('developers.checklist.column.item'),
    how: t('developers.checklist.column.how'),
    state: t('developers.checklist.column.state'),
  };
  return (
    <Panel heading={t('developers.checklist.heading')} intro={t('developers.checklist.intro')}>
      {!isOn && (
        <Notice tone="look">
          <p>{t('developers.checklist.off')}</p>
        </Notice>
      )}
      <Group justify="space-between">
        <Text fw={600} data-testid="progress">
          {t('developers.checklist.progress', { done, all: items.length })} <Soft>{whose}</Soft>
        </Text>
        <Group data-screen>
          <Button onClick={() => window.print()}>{t('developers.checklist.print')}</Button>
          <Button variant="subtle" onClick={() => setAsked(true)}>
            {t('developers.checklist.reset')}
          </Button>
        </Group>
      </Group>
      <WideTable caption={t('developers.checklist.heading')} columns={[label.item, label.how, label.state]}>
        {items.map((row) => (
          <Row key={row.item} data-testid="item" data-item={row.item} data-shown={row.shown !== null}>
            <Cell label={label.item}>
              <Text span fw={600}>
                {t(`developers.checklist.item.${row.item}.name`)}
              </Text>
            </Cell>
            <Cell label={label.how}>{t(`developers.checklist.item.${row.item}.how`)}</Cell>
            <Cell label={label.state}>
              <State rn={rn} row={row} reload={reload} />
            </Cell>
          </Row>
        ))}
      </WideTable>
      {asked && (
        <ConfirmDialog
          heading={t('developers.checklist.resetHeading')}
          submit={t('developers.checklist.reset')}
          action={async () => {
            const reply = await resetChecklist(rn);
            await reload();
            return reply;
          }}
          done={t('developers.checklist.resetDone')}
          onClose={() => setAsked(false)}
        >
          <p>{t('developers.checklist.resetText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function State({
  rn,
  row: { item, byHand, shown },
  reload,
}: {
  rn: string;
  row: ChecklistRow;
  reload: () => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const isShown = shown !== null;
  const action = t(isShown ? 'developers.checklist.untick' : 'developers.checklist.tick');
  const tick = async () => {
    await tickItem(rn, item, !isShown);
    await reload();
  };
  return (
    <Group gap="xs">
      <Mark tone={isShown ? 'good' : 'plain'}>
        {t(isShown ? 'developers.checklist.shown' : 'developers.checklist.open')}
      </Mark>
      {isShown && <Soft>{formatInstant(Date.parse(shown), locale)}</Soft>}
      {byHand && (
        <ActionButton
          data-screen
          variant="subtle"
          aria-label={t('developers.checklist.of', {
            action,
            item: t(`developers.checklist.item.${item}.name`),
          })}
          onAction={tick}
        >
          {action}
        </ActionButton>
      )}
    </Group>
  );
}
