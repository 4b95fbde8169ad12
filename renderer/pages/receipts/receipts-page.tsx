import { Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { printsCopies } from '../../api/control.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { Connected } from '../../components/connected.ts';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ListPanel } from './list-panel.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';

/** The receipts of a register: found again, printed again, taken back. */
export function ReceiptsPage({ rn, snapshot: { status, phase } }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const [shown, setShown] = useState<number | null>(null);
  const lost = phase === 'lost';
  return (
    <Stack component="main" gap="lg">
      <Title order={1}>{t('receipts.heading')}</Title>
      {lost && (
        <Notice tone="bad" role="alert" title={t('page.banner.noConnection')}>
          <p>{t('fiscal.disconnected')}</p>
        </Notice>
      )}
      <Connected value={!lost}>
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
      </Connected>
    </Stack>
  );
}
