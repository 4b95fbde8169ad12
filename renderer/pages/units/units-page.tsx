import { Button, Group } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { CardsRow, UnitRow } from '../../../service/at-signing/wire.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { actOnUnits, askUnits, type UnitAct } from '../../api/units.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { BackToSetUp } from '../setup/back-to-set-up.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ServerPanel } from './server-panel.tsx';
import { UnitDialog } from './unit-dialog.tsx';
import { UnitTable } from './unit-table.tsx';

/** What is asked in a dialog. */
type Asked = { what: 'add' } | { what: 'change'; row: UnitRow | CardsRow } | { what: 'remove'; row: UnitRow };

/** The signature units of the installation: whether they work, and what they are. */
export function UnitsPage({ snapshot }: { snapshot: Snapshot }) {
  const { t } = useTexts();
  const { status } = snapshot;
  const [loaded, reload] = useReloader(askUnits, status);
  const [asked, setAsked] = useState<Asked | null>(null);
  const act: UnitAct = useCallback(
    async (action, body) => {
      const reply = await actOnUnits(action, body);
      await reload();
      return reply;
    },
    [reload],
  );
  const done = () => setAsked(null);
  return (
    <LoadedPage heading={t('units.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <>
          <BackToSetUp />
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
        </>
      )}
    </LoadedPage>
  );
}

/** As certificates of providers name it. */
function companyOf(status: Snapshot['status']): string {
  const taxId = status?.company?.taxId ?? '';
  return taxId === '' ? '' : `UID ${taxId}`;
}
