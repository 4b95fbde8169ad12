import { useCallback, useMemo, useState } from 'react';
import type { Snapshot } from '../../api/live-status.ts';
import { actOnDevices, askDevices, type DeviceAct } from '../../api/devices.ts';
import { useSession } from '../../api/session.ts';
import { useEvery } from '../../api/use-every.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { EquipDialog, type Equipment } from './equip-dialog.tsx';
import { EquipmentPanel } from './equipment-panel.tsx';
import { FiscalPrinterPanel } from './fiscal-printer-panel.tsx';
import { FindPanel } from './find-panel.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { OthersPanel } from './others-panel.tsx';
import { PrinterPanel } from './printer-panel.tsx';
import { ScannerDialog } from './scanner-dialog.tsx';
import { UseDialog, type Proposal } from './use-dialog.tsx';

/** A printer that says nothing by itself is asked this often while somebody looks, ms. */
const LOOK_MS = 2000;

/** The devices of a register: how its printer is and what it prints, what else it has, and where others are found. */
export function DevicesPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const { status, phase } = snapshot;
  const ask = useCallback(() => askDevices(rn), [rn]);
  const [loaded, reload] = useReloader(ask, status);
  useEvery(phase === 'lost' ? null : LOOK_MS, reload);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [equipment, setEquipment] = useState<Equipment | null>(null);
  /** Address of the scanner that is tried; empty for one to be entered. */
  const [scanner, setScanner] = useState<string | null>(null);
  const isManager = useSession()?.role === 'manager';
  const act: DeviceAct = useCallback(
    async (action, body) => {
      const reply = await actOnDevices(rn)(action, body);
      await reload();
      return reply;
    },
    [rn, reload],
  );
  const actOnly = useMemo(() => actOnDevices(rn), [rn]);
  const hasOthers = (status?.registers.length ?? 0) > 1;
  return (
    <LoadedPage heading={t('devices.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <>
          {overview.fiscal !== null ? (
            <FiscalPrinterPanel
              overview={overview}
              fiscal={overview.fiscal}
              country={status?.country ?? null}
              isManager={isManager}
              onSetUp={setProposal}
            />
          ) : (
            <PrinterPanel overview={overview} isManager={isManager} act={act} onSetUp={setProposal} />
          )}
          {overview.printer !== null && <JobsPanel overview={overview} act={act} />}
          {isManager && (
            <EquipmentPanel
              {...{ overview, act, hasOthers, rn }}
              onSetUp={setEquipment}
              onScanner={() => setScanner('')}
            />
          )}
          {isManager && (
            <FindPanel
              overview={overview}
              news={status}
              onUse={setProposal}
              onEquip={setEquipment}
              onScanner={setScanner}
            />
          )}
          {overview.others.length > 0 && <OthersPanel printers={overview.others} />}
          {equipment !== null && (
            <EquipDialog
              {...{ equipment, hasOthers, rn, act }}
              models={equipment.kind === 'display' ? overview.displayModels : overview.drawerModels}
              onClose={() => setEquipment(null)}
            />
          )}
          {scanner !== null && (
            <ScannerDialog port={scanner} act={actOnly} onClose={() => setScanner(null)} />
          )}
          {proposal !== null && (
            <UseDialog
              {...{ proposal, hasOthers, rn, act }}
              models={overview.models}
              onClose={() => setProposal(null)}
            />
          )}
        </>
      )}
    </LoadedPage>
  );
}
