import { Button } from '@mantine/core';
import type { ReceiptList } from '../../../service/register/wire.ts';
import { Mark } from '../../components/mark.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatDocumentTime } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Receipts, each with the way to the whole of it. */
export function ReceiptTable({
  list: { receipts, currency },
  onShow,
}: {
  list: ReceiptList;
  onShow: (sq: number) => void;
}) {
  const { t, locale } = useTexts();
  const label = {
    receipt: t('receipts.receipt'),
    date: t('receipts.date'),
    total: t('receipts.total'),
    actions: t('receipts.actions'),
  };
  return (
    <WideTable
      caption={t('receipts.list')}
      columns={[label.receipt, label.date, label.total]}
      actions={label.actions}
      fit="short"
    >
      {receipts.map(({ sq, number, title, date, total, customer, operator, marks, taken }) => (
        <Row key={sq} data-testid="receipt" data-sq={sq} data-taken={taken ?? ''}>
          <Cell label={label.receipt}>
            {number}
            <Soft>{[title, customer, operator].filter(Boolean).join(' · ')}</Soft>
            {taken !== null && <Mark tone="look">{t(`receipts.taken.${taken}`)}</Mark>}
            {taken === null && marks.length > 0 && <Soft>{marks.join(' · ')}</Soft>}
          </Cell>
          <Cell label={label.date}>{formatDocumentTime(date, locale)}</Cell>
          <Cell label={label.total}>{total === null ? '–' : formatMoney(total, currency, locale)}</Cell>
          <Cell label={label.actions} actions>
            <Button onClick={() => onShow(sq)} aria-label={t('receipts.showOf', { number })}>
              {t('receipts.show')}
            </Button>
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}
