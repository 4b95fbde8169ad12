import { useCallback, useState } from 'react';
import type { CardsRow, UnitRow } from '../../../service/at-signing/wire.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { actOnUnits, askUnits, type UnitAct } from '../../api/units.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Button } from '../../components/button.tsx';
import { ButtonRow } from '../../components/button-row.tsx';
import { Connected } from '../../components/connected.ts';
import { DeedButton } from '../../components/deed-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Placeholder } from '../fiscal/placeholder.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ServerPanel } from './server-panel.tsx';
import { UnitDialog } from './unit-dialog.tsx';
import { UnitTable } from './unit-table.tsx';
import classes from './units-page.module.css';

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
    <main className={classes.main}>
      <h1 className={classes.title}>{t('units.heading')}</h1>
      {lost && (
        <Notice tone="bad" role="alert" title={t('page.banner.noConnection')}>
          <p>{t('fiscal.disconnected')}</p>
        </Notice>
      )}
      {overview === null && failure !== null && !lost && (
        <div className={classes.failed}>
          <FailureNote failure={failure} />
          <DeedButton onDeed={reload}>{t('fiscal.tryAgain')}</DeedButton>
        </div>
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
            <ButtonRow>
              <Button kind="primary" onClick={() => setAsked({ what: 'add' })}>
                {t('units.add')}
              </Button>
            </ButtonRow>
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
    </main>
  );
}

/** As certificates of providers name it. */
function companyOf(status: Snapshot['status']): string {
  const taxId = status?.company?.taxId ?? '';
  return taxId === '' ? '' : `UID ${taxId}`;
}
