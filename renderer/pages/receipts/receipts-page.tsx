import { useLayoutEffect, useRef, useState } from 'react';
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
  const place = useRef<{ top: number; button: Element | null }>(null);
  const showFromList = (sq: number) => {
    place.current = { top: window.scrollY, button: document.activeElement };
    setShown(sq);
  };
  // A receipt is shown from its head on; the way back leads to where it was found.
  useLayoutEffect(() => {
    const { top = 0, button = null } = (shown === null ? place.current : null) ?? {};
    if (place.current === null) return;
    window.scrollTo(0, top);
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  }, [shown]);
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
        <ListPanel key={rn} rn={rn} news={status?.last?.sq ?? null} onShow={showFromList} />
      </div>
    </PageFrame>
  );
}
