import { Anchor, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceRow, InvoicesOverview } from '../../../service/e-invoicing/wire.ts';
import { decideInvoice } from '../../api/e-invoices.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FieldRow } from '../../components/field-row.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Mark } from '../../components/mark.tsx';
import { Notice, type NoticeTone } from '../../components/notice.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { Hint, Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatInstant } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { whyOf } from './why.ts';

const TONES: Record<InvoiceRow['state'], NoticeTone> = {
  ...{ queued: 'plain', underway: 'plain', rejected: 'bad', delivered: 'good', settled: 'good' },
};
const STATES = ['rejected', 'queued', 'underway', 'delivered', 'settled'] as const;

/** Invoices by state, and what can be done about them. */
export function InvoicesPanel({
  rn,
  overview: { invoices, more, failures },
  reload,
}: {
  rn: string;
  overview: InvoicesOverview;
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  const [state, setState] = useState('');
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<InvoiceRow | null>(null);
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
      {failures.map(({ text, waiting }) => (
        <Notice key={text} tone="look">
          <p>{t('eInvoices.waitsFor', { waiting, text })}</p>
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
            <InvoiceLine key={row.sq} rn={rn} row={row} label={label} reload={reload} onSettle={setAsked} />
          ))}
        </WideTable>
      )}
      {more && <Hint>{t('eInvoices.more')}</Hint>}
      {asked !== null && <SettleDialog rn={rn} row={asked} reload={reload} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function InvoiceLine({
  rn,
  row,
  label,
  reload,
  onSettle,
}: {
  rn: string;
  row: InvoiceRow;
  label: Record<'invoice' | 'to' | 'state' | 'actions', string>;
  reload: () => Promise<void>;
  onSettle: (row: InvoiceRow) => void;
}) {
  const { t, locale } = useTexts();
  const note = useNotes();
  const record = t('eInvoices.record', { sq: row.sq });
  const invoice = row.number ?? record;
  const again = async () => {
    const reply = await decideInvoice(rn, { sq: row.sq, action: 'again' });
    note(reply.ok ? t('eInvoices.againDone') : (reply.failure.message ?? t('fiscal.failure.unanswered')));
    await reload();
  };
  return (
    <Row data-testid="e-invoice" data-state={row.state}>
      <Cell label={label.invoice}>
        <Text span display="block" fw={600}>
          {invoice}
        </Text>
        <Soft>{[row.number === null ? '' : record, row.form].filter(Boolean).join(' · ')}</Soft>
      </Cell>
      <Cell label={label.to}>
        <Text span display="block">
          {row.customer}
        </Text>
        <Soft>{[row.system, row.to].filter(Boolean).join(' · ')}</Soft>
      </Cell>
      <Cell label={label.state}>
        <Mark tone={TONES[row.state]}>{t(`eInvoices.state.${row.state}`)}</Mark>
        <Soft>{formatInstant(Date.parse(row.at), locale)}</Soft>
        {row.state === 'rejected' && row.reason !== null && (
          <Text size="sm">{t(`eInvoices.why.${whyOf(row.reason)}`)}</Text>
        )}
        {row.reason !== null && <Soft>{row.reason}</Soft>}
      </Cell>
      <Cell label={label.actions} actions>
        <Group gap="xs">
          {row.state === 'rejected' && (
            <>
              <ActionButton onAction={again} aria-label={t('eInvoices.againOf', { invoice })}>
                {t('eInvoices.again')}
              </ActionButton>
              <Button
                variant="subtle"
                onClick={() => onSettle(row)}
                aria-label={t('eInvoices.settleOf', { invoice })}
              >
                {t('eInvoices.settle')}
              </Button>
            </>
          )}
          {row.file !== null && (
            <>
              <Anchor
                href={`./e-invoice?${row.file}`}
                download
                aria-label={t('eInvoices.xmlOf', { invoice })}
              >
                {t('eInvoices.xml')}
              </Anchor>
              <Anchor
                href={`./e-invoice/pdf?${row.file}`}
                download
                aria-label={t('eInvoices.pdfOf', { invoice })}
              >
                {t('eInvoices.pdf')}
              </Anchor>
            </>
          )}
        </Group>
      </Cell>
    </Row>
  );
}

function SettleDialog({
  rn,
  row,
  reload,
  onClose,
}: {
  rn: string;
  row: InvoiceRow;
  reload: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const isMissing = reason.trim() === '';
  const invoice = row.number ?? t('eInvoices.record', { sq: row.sq });
  const send = async () => {
    const reply = await decideInvoice(rn, { sq: row.sq, action: 'settle', reason });
    await reload();
    return reply;
  };
  return (
    <FormDialog
      heading={t('eInvoices.settleHeading', { invoice })}
      submit={t('eInvoices.settleSubmit')}
      check={() => !isMissing}
      send={send}
      done={t('eInvoices.settled')}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('eInvoices.settleText')}</p>
          <TextInput
            label={t('eInvoices.how')}
            description={t('eInvoices.howHint')}
            maxLength={200}
            error={sent && isMissing ? t('eInvoices.howMissing') : null}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
