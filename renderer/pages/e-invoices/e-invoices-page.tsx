import { useMemo } from 'react';
import { askInvoices } from '../../api/e-invoices.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { InvoicesPanel } from './invoices-panel.tsx';
import { WaysPanel } from './ways-panel.tsx';

/** The e-invoices of a register: what became of them, and the ways they are handed over. */
export function EInvoicesPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const ask = useMemo(() => askInvoices(rn), [rn]);
  const [loaded, reload] = useReloader(ask, snapshot.status);
  return (
    <LoadedPage heading={t('eInvoices.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <>
          <InvoicesPanel rn={rn} overview={overview} reload={reload} />
          <WaysPanel overview={overview} reload={reload} />
        </>
      )}
    </LoadedPage>
  );
}
