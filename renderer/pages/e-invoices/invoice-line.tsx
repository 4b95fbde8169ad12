import { Anchor, Button, Group, Text } from '@mantine/core';
import type { InvoiceRow } from '../../../service/e-invoicing/wire.ts';
import { decideInvoice } from '../../api/e-invoices.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import type { NoticeTone } from '../../components/notice.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row } from '../../components/wide-table.tsx';
import { formatInstant } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useCause } from './cause.ts';
import { whyOf } from './why.ts';

const TONES: Record<InvoiceRow['state'], NoticeTone> = {
  ...{ queued: 'plain', underway: 'plain', rejected: 'bad', delivered: 'good', settled: 'good' },
};

/** An invoice: what became of it, and what can be done. */
export function InvoiceLine({
  rn,
  row,
  label,
  reload,
  onAsk,
}: {
  rn: string;
  row: InvoiceRow;
  label: Record<'invoice' | 'to' | 'state' | 'actions', string>;
  reload: () => Promise<void>;
  onAsk: (question: 'settle' | 'send') => void;
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
        {row.state === 'rejected' ? <Reason row={row} /> : row.reason !== null && <Soft>{row.reason}</Soft>}
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
                onClick={() => onAsk('settle')}
                aria-label={t('eInvoices.settleOf', { invoice })}
              >
                {t('eInvoices.settle')}
              </Button>
            </>
          )}
          {row.sendable && (
            <Button
              variant="subtle"
              onClick={() => onAsk('send')}
              aria-label={t('eInvoices.send.of', { invoice })}
            >
              {t('eInvoices.send.begin')}
            </Button>
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

/** Why it is rejected: in words of the page, and what the channel or the rules say. */
function Reason({ row: { cause, reason } }: { row: InvoiceRow }) {
  const { t } = useTexts();
  const words = useCause();
  const said = cause === null ? reason : (cause.params?.said ?? null);
  const why = said === null ? 'other' : whyOf(said);
  const isNamed = cause === null || (why !== 'other' && (cause.code === 'rules' || cause.code === 'refused'));
  return (
    <>
      <Text size="sm">{isNamed ? t(`eInvoices.why.${why}`) : words(cause)}</Text>
      {said !== null && <Soft>{t('eInvoices.said', { said })}</Soft>}
    </>
  );
}
