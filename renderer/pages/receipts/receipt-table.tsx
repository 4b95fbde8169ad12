import { Button } from '@mantine/core';
import type { ReceiptList, ReceiptRow } from '../../../service/register/wire.ts';
import { Mark } from '../../components/mark.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatDocumentTime } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { OTHER_TYPES } from './criteria.ts';

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
      {receipts.map(({ type, sq, number, title, date, total, customer, operator, marks, taken }) => (
        <Row key={sq} data-testid="receipt" data-sq={sq} data-taken={taken ?? ''}>
          <Cell label={label.receipt}>
            {nameOf({ type, sq, number }, t)}
            <Soft>{[title, customer, operator].filter(Boolean).join(' · ')}</Soft>
            {taken !== null && <Mark tone="look">{t(`receipts.taken.${taken}`)}</Mark>}
            {taken === null && marks.length > 0 && <Soft>{marks.join(' · ')}</Soft>}
          </Cell>
          <Cell label={label.date}>{formatDocumentTime(date, locale)}</Cell>
          <Cell label={label.total}>{total === null ? '–' : formatMoney(total, currency, locale)}</Cell>
          <Cell label={label.actions} actions>
            <Button
              onClick={() => onShow(sq)}
              aria-label={t('receipts.showOf', { number: nameOf({ type, sq, number }, t) })}
            >
              {t('receipts.show')}
            </Button>
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

/** What a receipt is known by; other records by what they are and where they stand in the journal. */
export function nameOf(
  { type, sq, number }: Pick<ReceiptRow, 'type' | 'sq' | 'number'>,
  t: ReturnType<typeof useTexts>['t'],
): string {
  if (type === 'Tra') return number;
  const known = OTHER_TYPES.find((one) => one === type);
  return `${known === undefined ? type : t(`receipts.record.${known}`)} #${sq}`;
}
