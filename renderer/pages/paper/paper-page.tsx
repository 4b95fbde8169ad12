import { useCallback } from 'react';
import type { PaperChange } from '../../../service/demo/wire.ts';
import { actOnDevices } from '../../api/devices.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { askPaper, changePaper, discardPaper } from '../../api/paper.ts';
import { useEvery } from '../../api/use-every.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './paper.module.css';
import { Sheets } from './sheets.tsx';
import { TroublesPanel } from './troubles-panel.tsx';

/** Paper comes out while somebody looks, ms. */
const LOOK_MS = 1000;

/** The emulated printer of a demo: what comes out of it, and its troubles to be tried. */
export function PaperPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const { status, phase } = snapshot;
  const [loaded, reload] = useReloader(askPaper, status);
  useEvery(phase === 'lost' ? null : LOOK_MS, reload);
  const change = useCallback(
    async (wanted: PaperChange) => {
      const reply = await changePaper(wanted);
      await reload();
      return reply;
    },
    [reload],
  );
  const discard = useCallback(async () => {
    const reply = await discardPaper();
    await reload();
    return reply;
  }, [reload]);
  const last = status?.last?.sq;
  return (
    <LoadedPage heading={t('paper.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <div className={classes.page}>
          <TroublesPanel
            overview={overview}
            change={change}
            discard={discard}
            print={
              last === undefined || overview.isFiscal ? null : () => actOnDevices(rn)('print', { sq: last })
            }
          />
          <Sheets sheets={overview.sheets} />
        </div>
      )}
    </LoadedPage>
  );
}
