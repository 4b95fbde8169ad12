import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { askInvoices } from '../../api/e-invoices.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Connected } from '../../components/connected.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Placeholder } from '../fiscal/placeholder.tsx';
import { InvoicesPanel } from './invoices-panel.tsx';
import { WaysPanel } from './ways-panel.tsx';

/** The e-invoices of a register: what became of them, and the ways they are handed over. */
export function EInvoicesPage({ rn, snapshot: { status, phase } }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const ask = useMemo(() => askInvoices(rn), [rn]);
  const [{ value: overview, failure }, reload] = useReloader(ask, status);
  const lost = phase === 'lost';
  return (
    <Stack component="main" gap="lg">
      <Title order={1}>{t('eInvoices.heading')}</Title>
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
          <InvoicesPanel rn={rn} overview={overview} reload={reload} />
          <WaysPanel overview={overview} reload={reload} />
        </Connected>
      )}
    </Stack>
  );
}
