import { Button, Group, Stack, Title } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { CardsRow, UnitRow } from '../../../service/at-signing/wire.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { actOnUnits, askUnits, type UnitAct } from '../../api/units.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Connected } from '../../components/connected.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Placeholder } from '../fiscal/placeholder.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ServerPanel } from './server-panel.tsx';
import { UnitDialog } from './unit-dialog.tsx';
import { UnitTable } from './unit-table.tsx';

/** What is asked in a dialog. */
type Asked = { what: 'add' } | { what: 'change'; row: UnitRow | CardsRow } | { what: 'remove'; row: UnitRow };

/** The signature units of the installation: whether they work, and what they are. */
export function UnitsPage({ snapshot: { status, phase } }: { snapshot: Snapshot }) {
  const { t } = useTexts();
  const [{ value: overview, failure }, reload] = useReloader(askUnits, status);
  const [asked, setAsked] = useState<Asked | null>(null);
  const act: UnitAct = useCallback(
    async (action, body) => {
      const reply = await actOnUnits(action, body);
      await reload();
      return reply;
    },
    [reload],
  );
  const lost = phase === 'lost';
  const done = () => setAsked(null);
  return (
    <Stack component="main" gap="lg">
      <Title order={1}>{t('units.heading')}</Title>
      {lost && (
        <Notice tone="bad" role="alert" title={t('page.banner.noConnection')}>
          <p>{t('fiscal.disconnected')}</p>
        </Notice>
      )}
      {overview === null && failure !== null && !lost && (
        <Stack gap="sm" align="flex-start">
          <FailureNote failure={failure} />
          <ActionButton onAction={reload}>{t('fiscal.tryAgain')}</ActionButton>
        </Stack>
      )}
      {overview === null && failure === null && <Placeholder />}
      {overview !== null && (
        <Connected value={!lost}>
          <Panel heading={t('units.heading')} intro={t('units.intro')}>
            {!overview.registers && <Notice tone="plain" title={t('units.registersNothing')} />}
            {overview.units.length === 1 && (
              <Notice tone="plain">
                <p>{t('units.onlyCards')}</p>
              </Notice>
            )}
            <UnitTable
              overview={overview}
              act={act}
              onChange={(row) => setAsked({ what: 'change', row })}
              onRemove={(row) => setAsked({ what: 'remove', row })}
            />
            <Group gap="xs">
              <Button variant="filled" onClick={() => setAsked({ what: 'add' })}>
                {t('units.add')}
              </Button>
            </Group>
          </Panel>
          <ServerPanel server={overview.server} act={act} />
          {asked?.what === 'add' && (
            <UnitDialog row={null} overview={overview} company={companyOf(status)} act={act} onClose={done} />
          )}
          {asked?.what === 'change' && (
            <UnitDialog row={asked.row} overview={overview} company="" act={act} onClose={done} />
          )}
          {asked?.what === 'remove' && <RemoveDialog id={asked.row.id} act={act} onClose={done} />}
        </Connected>
      )}
    </Stack>
  );
}

/** As certificates of providers name it. */
function companyOf(status: Snapshot['status']): string {
  const taxId = status?.company?.taxId ?? '';
  return taxId === '' ? '' : `UID ${taxId}`;
}
