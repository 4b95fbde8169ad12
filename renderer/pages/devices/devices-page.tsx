import { Stack, Title } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { Snapshot } from '../../api/live-status.ts';
import { actOnDevices, askDevices, type DeviceAct } from '../../api/devices.ts';
import { useSession } from '../../api/session.ts';
import { useEvery } from '../../api/use-every.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Connected } from '../../components/connected.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Placeholder } from '../fiscal/placeholder.tsx';
import { FindPanel } from './find-panel.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { OthersPanel } from './others-panel.tsx';
import { PrinterPanel } from './printer-panel.tsx';
import { UseDialog, type Proposal } from './use-dialog.tsx';

/** A printer that says nothing by itself is asked this often while somebody looks, ms. */
const LOOK_MS = 2000;

/** The printer of a register: how it is, what it prints, and where others are found. */
export function DevicesPage({ rn, snapshot: { status, phase } }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const ask = useCallback(() => askDevices(rn), [rn]);
  const [{ value: overview, failure }, reload] = useReloader(ask, status);
  const lost = phase === 'lost';
  useEvery(lost ? null : LOOK_MS, reload);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const isManager = useSession()?.role === 'manager';
  const act: DeviceAct = useCallback(
    async (action, body) => {
      const reply = await actOnDevices(rn)(action, body);
      await reload();
      return reply;
    },
    [rn, reload],
  );
  const hasOthers = (status?.registers.length ?? 0) > 1;
  return (
    <Stack component="main" gap="lg">
      <Title order={1}>{t('devices.heading')}</Title>
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
          <PrinterPanel overview={overview} isManager={isManager} act={act} onSetUp={setProposal} />
          {overview.printer !== null && <JobsPanel overview={overview} act={act} />}
          {isManager && <FindPanel overview={overview} news={status} onUse={setProposal} />}
          {overview.others.length > 0 && <OthersPanel printers={overview.others} />}
          {proposal !== null && (
            <UseDialog
              {...{ proposal, hasOthers, rn, act }}
              models={overview.models}
              onClose={() => setProposal(null)}
            />
          )}
        </Connected>
      )}
    </Stack>
  );
}
