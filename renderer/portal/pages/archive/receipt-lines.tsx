import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatMoney } from '../../../format/money.ts';
import { formatPercent } from '../../../format/quantity.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { Receipt, ReceiptLine } from './types.ts';

/** What was sold, how it was paid and which taxes are in it; numbers the way of the language. */
export function ReceiptLines({ receipt: { PosA = [], PayA = [], TaxA = [] } }: { receipt: Receipt }) {
  const { t, locale } = usePortalTexts();
  const taxColumns = [
    t('archive.taxGroup'),
    t('archive.rate'),
    t('archive.net'),
    t('archive.tax'),
    t('archive.gross'),
  ];
  return (
    <>
      <Lines caption={t('archive.positions')} lines={PosA} hasTax />
      <Lines caption={t('archive.payments')} lines={PayA} />
      {TaxA.length > 0 && (
        <WideTable caption={t('archive.taxes')} columns={taxColumns} fit="short">
          {TaxA.map((tax, index) => (
            <Row key={index}>
              <Cell label={t('archive.taxGroup')}>{tax.TaxG ?? ''}</Cell>
              <Cell label={t('archive.rate')}>{formatPercent(String(tax.Prc ?? ''), locale)}</Cell>
              <Cell label={t('archive.net')}>{number(tax.Net, locale)}</Cell>
              <Cell label={t('archive.tax')}>{number(tax.TAmt, locale)}</Cell>
              <Cell label={t('archive.gross')}>{number(tax.Amt, locale)}</Cell>
            </Row>
          ))}
        </WideTable>
      )}
    </>
  );
}

function Lines({
  caption,
  lines,
  hasTax = false,
}: {
  caption: string;
  lines: readonly ReceiptLine[];
  hasTax?: boolean;
}) {
  const { t, locale } = usePortalTexts();
  if (lines.length === 0) return null;
  const columns = [caption, ...(hasTax ? [t('archive.quantity'), t('archive.taxGroup')] : [])];
  return (
    <WideTable caption={caption} columns={[...columns, t('archive.amount')]} fit="short">
      {lines.map((line, index) => (
        <Row key={index}>
          <Cell label={caption}>{line.Dsc ?? line._ ?? ''}</Cell>
          {hasTax && <Cell label={t('archive.quantity')}>{number(line.Qty, locale)}</Cell>}
          {hasTax && <Cell label={t('archive.taxGroup')}>{line.TaxG ?? ''}</Cell>}
          <Cell label={t('archive.amount')}>{number(line.Amt, locale)}</Cell>
        </Row>
      ))}
    </WideTable>
  );
}

/** An amount or a quantity with the digits that it has. */
function number(value: string | number | undefined, locale: string): string {
  return formatMoney(String(value ?? ''), '', locale);
}
