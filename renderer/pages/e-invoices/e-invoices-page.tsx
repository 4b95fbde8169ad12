import { useCallback, useRef, useState } from 'react';
import type { InvoicesOverview, SettingName } from '../../../service/e-invoicing/wire.ts';
import { askInvoices, setChannels, type SettingValues } from '../../api/e-invoices.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { useNotes } from '../../components/notes.ts';
import { UndoBar } from '../../components/undo-bar.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { InvoicesPanel } from './invoices-panel.tsx';
import { SystemsPanel } from './systems-panel.tsx';

/** Invoices that are listed at first, and with each step. */
const STEP = 50;

/** A change of the settings with what they were before. */
interface Done {
  what: string;
  before: SettingValues;
}

/** The e-invoices of a register: what became of them, and the ways they are handed over. */
export function EInvoicesPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const note = useNotes();
  const rows = useRef(STEP);
  const ask = useCallback(() => askInvoices(rn, rows.current), [rn]);
  const [loaded, reload] = useReloader(ask, snapshot.status?.eInvoicesNews);
  const [done, setDone] = useState<Done[]>([]);
  const showMore = async () => {
    rows.current += STEP;
    await reload();
  };
  const change =
    ({ settings }: InvoicesOverview) =>
    async (what: string, values: SettingValues) => {
      const reply = await setChannels(values);
      if (!reply.ok) return reply;
      const names = Object.keys(values) as SettingName[];
      const before: SettingValues = Object.fromEntries(names.map((name) => [name, settings[name]]));
      setDone((others) => [...others, { what, before }]);
      await reload();
      return reply;
    };
  const last = done.at(-1);
  const undo = async () => {
    if (last === undefined) return;
    const reply = await setChannels(last.before);
    await reload();
    if (!reply.ok) {
      note(reply.failure.message ?? t('fiscal.failure.unanswered'));
      return;
    }
    setDone((before) => before.slice(0, -1));
    note(t('settings.undone'));
  };
  return (
    <LoadedPage heading={t('eInvoices.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <>
          {last !== undefined && <UndoBar what={last.what} onUndo={undo} />}
          <InvoicesPanel rn={rn} overview={overview} reload={reload} onMore={showMore} />
          <SystemsPanel overview={overview} onChange={change(overview)} />
          <ChannelsPanel overview={overview} reload={reload} onChange={change(overview)} />
        </>
      )}
    </LoadedPage>
  );
}
