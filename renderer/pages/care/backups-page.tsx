import type { BackupsOverview } from '../../../service/backup/wire.ts';
import { askBackups } from '../../api/care.ts';
import { useEvery } from '../../api/use-every.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { BackupNowPanel } from './backup-now-panel.tsx';
import type { CareProps } from './care-props.ts';
import { DrillPanel } from './drill-panel.tsx';
import { FolderPanel } from './folder-panel.tsx';
import { RestorePanel } from './restore-panel.tsx';

/** How often it is looked at what is under way, ms. */
const LOOK_MS = 1000;

/** Copies of the registers: where they go, how they went, whether they are worth anything, and putting one back. */
export function BackupsPage({ heading, snapshot }: CareProps) {
  const [loaded, reload] = useReloader(askBackups, snapshot.status);
  const isLost = snapshot.phase === 'lost';
  useEvery(!isLost && loaded.value !== null && isBusy(loaded.value) ? LOOK_MS : null, reload);
  return (
    <LoadedPage heading={heading} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <>
          <FolderPanel key={`folder ${overview.path}`} overview={overview} reload={reload} />
          <BackupNowPanel overview={overview} reload={reload} />
          <DrillPanel overview={overview} reload={reload} />
          <RestorePanel key={`restore ${overview.path}`} overview={overview} reload={reload} />
        </>
      )}
    </LoadedPage>
  );
}

function isBusy({ running, drill, restore }: BackupsOverview): boolean {
  const isRestoring = restore.State === 'checking' || restore.State === 'restoring';
  return running !== null || drill !== null || isRestoring;
}
