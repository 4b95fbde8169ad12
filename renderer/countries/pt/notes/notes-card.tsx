import type { UnreferencedRow } from '../../../../service/countries/pt/wire.ts';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Credit and debit notes whose invoice this register does not have: somebody should look at them. */
export function NotesCard({ rows }: { rows: readonly UnreferencedRow[] }) {
  const { t, locale } = useTexts();
  const label = {
    note: t('portugal.notes.note'),
    date: t('portugal.notes.date'),
    total: t('portugal.notes.total'),
    invoice: t('portugal.notes.invoice'),
  };
  return (
    <Panel heading={t('portugal.notes.heading')} intro={t('portugal.notes.intro')}>
      <WideTable caption={t('portugal.notes.heading')} columns={Object.values(label)} fit="short">
        {rows.map(({ FN, date, total, reference }) => (
          <Row key={FN} data-testid="unreferenced">
            <Cell label={label.note}>{FN}</Cell>
            <Cell label={label.date}>{formatDay(date, locale)}</Cell>
            <Cell label={label.total}>{formatMoney(total, 'EUR', locale)}</Cell>
            <Cell label={label.invoice}>{reference ?? t('portugal.notes.none')}</Cell>
          </Row>
        ))}
      </WideTable>
    </Panel>
  );
}
