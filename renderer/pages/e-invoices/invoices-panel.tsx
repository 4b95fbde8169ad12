import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceRow, InvoicesOverview } from '../../../service/e-invoicing/wire.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FieldRow } from '../../components/field-row.tsx';
import { Line } from '../../components/part.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useCause } from './cause.ts';
import { InvoiceLine } from './invoice-line.tsx';
import { SendDialog } from './send-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';

const STATES = ['rejected', 'queued', 'underway', 'delivered', 'settled'] as const;

/** Invoices by state, and what can be done about them. */
export function InvoicesPanel({
  rn,
  overview: { invoices, more, failures },
  reload,
  onMore,
}: {
  rn: string;
  overview: InvoicesOverview;
  reload: () => Promise<void>;
  /** Lists older ones, too. */
  onMore: () => Promise<void>;
}) {
  const why = useCause();
  const { t } = useTexts();
  const [state, setState] = useState('');
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<{ question: 'settle' | 'send'; row: InvoiceRow } | null>(null);
  const words = search.trim().toLowerCase();
  const shown = invoices.filter((row) => {
    const text = [row.number, row.customer, row.to, row.system, String(row.sq)].join(' ').toLowerCase();
    return (state === '' || row.state === state) && text.includes(words);
  });
  const label = {
    invoice: t('eInvoices.column.invoice'),
    to: t('eInvoices.column.to'),
    state: t('eInvoices.column.state'),
    actions: t('eInvoices.column.actions'),
  };
  return (
    <Panel heading={t('eInvoices.heading')} intro={t('eInvoices.intro')}>
      {failures.map(({ text, cause, waiting }) => (
        <Notice key={text} tone="look">
          <p>{t('eInvoices.waitsFor', { waiting, text: cause === null ? text : why(cause) })}</p>
          {cause?.params?.said !== undefined && <p>{t('eInvoices.said', { said: cause.params.said })}</p>}
        </Notice>
      ))}
      <FieldRow>
        <NativeSelect
          label={t('eInvoices.show')}
          data={[
            { value: '', label: t('eInvoices.all') },
            ...STATES.map((value) => ({ value, label: t(`eInvoices.state.${value}`) })),
          ]}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
        />
        <TextInput
          type="search"
          label={t('eInvoices.search')}
          placeholder={t('eInvoices.searchHint')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </FieldRow>
      {shown.length === 0 && <p>{t(invoices.length === 0 ? 'eInvoices.nothing' : 'eInvoices.noneFound')}</p>}
      {shown.length > 0 && (
        <WideTable
          caption={t('eInvoices.heading')}
          columns={[label.invoice, label.to, label.state]}
          actions={label.actions}
        >
          {shown.map((row) => (
            <InvoiceLine
              key={row.sq}
              rn={rn}
              row={row}
              label={label}
              reload={reload}
              onAsk={(question) => setAsked({ question, row })}
            />
          ))}
        </WideTable>
      )}
      {more && (
        <Line>
          <span>{t('eInvoices.more', { count: invoices.length })}</span>
          <ActionButton onAction={onMore}>{t('eInvoices.older')}</ActionButton>
        </Line>
      )}
      {asked?.question === 'settle' && (
        <SettleDialog rn={rn} row={asked.row} reload={reload} onClose={() => setAsked(null)} />
      )}
      {asked?.question === 'send' && (
        <SendDialog rn={rn} row={asked.row} reload={reload} onClose={() => setAsked(null)} />
      )}
    </Panel>
  );
}
