import { useState } from 'react';
import { printsCopies } from '../../api/control.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ListPanel } from './list-panel.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';

/** The receipts of a register: found again, printed again, taken back. */
export function ReceiptsPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const { status } = snapshot;
  const [shown, setShown] = useState<number | null>(null);
  return (
    <PageFrame heading={t('receipts.heading')} snapshot={snapshot}>
      {shown !== null && (
        <ReceiptPanel
          key={shown}
          rn={rn}
          sq={shown}
          hasPrinter={printsCopies(status)}
          news={status}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
      {/* Stays as it is, with what was looked for, beneath the receipt. */}
      <div hidden={shown !== null}>
        <ListPanel rn={rn} news={status?.last?.sq ?? null} onShow={setShown} />
      </div>
    </PageFrame>
  );
}
