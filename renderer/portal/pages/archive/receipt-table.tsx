import { Anchor } from '@mantine/core';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatDocumentTime } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { receiptHash } from '../../api/route.ts';
import { Soft } from '../../../components/part.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { Register } from '../registers/types.ts';
import { INVOICE_STATES, type FoundRecord } from './types.ts';

/** Records that were found, each with the way to the whole of it. */
export function ReceiptTable({
  companyId,
  records,
  registers,
}: {
  companyId: number;
  records: readonly FoundRecord[];
  registers: readonly Register[];
}) {
  const { t, locale } = usePortalTexts();
  const names = new Map(
    registers.map(({ registerId, name, registerNumber }) => [registerId, name ?? registerNumber]),
  );
  const eInvoiceOf = ({ Fis }: FoundRecord) => {
    const state = INVOICE_STATES.find((one) => one === Fis?.EInvoice?.State);
    return state && `${t('archive.eInvoice.heading')}: ${t(`archive.eInvoice.states.${state}`)}`;
  };
  const columns = [t('archive.document'), t('archive.date'), t('kind.register'), t('archive.total')];
  return (
    <WideTable caption={t('archive.found')} columns={columns} fit="short">
      {records.map((record) => (
        <Row key={`${record.registerId} ${record.SQ}`} data-testid="record">
          <Cell label={t('archive.document')}>
            <Anchor href={receiptHash(companyId, record.registerId, record.SQ)}>{titleOf(record)}</Anchor>
            <Soft>
              {[
                `SQ ${record.SQ}`,
                record.Unreadable !== undefined && t('archive.unreadable'),
                record.ESR?.Ctm?.Nam,
                eInvoiceOf(record),
              ]
                .filter(Boolean)
                .join(' · ')}
              {record.digitalReceipt !== undefined && (
                <>
                  {' · '}
                  <Anchor href={record.digitalReceipt} target="_blank" rel="noreferrer">
                    {t('archive.digital')}
                  </Anchor>
                </>
              )}
            </Soft>
          </Cell>
          <Cell label={t('archive.date')}>{formatDocumentTime(record.ESR?.D ?? record.D, locale)}</Cell>
          <Cell label={t('kind.register')}>{names.get(record.registerId) ?? record.RN}</Cell>
          <Cell label={t('archive.total')}>
            {record.ESR?.T === undefined ? '–' : formatMoney(record.ESR.T, record.currency ?? '', locale)}
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

/** What a record is called: its fiscal number, or whatever it has instead. */
export function titleOf({ _, ESR, Event, SQ }: FoundRecord): string {
  return ESR?.FN ?? Event ?? (ESR?.TN === undefined ? `${_} ${SQ}` : `TN ${ESR.TN}`);
}
