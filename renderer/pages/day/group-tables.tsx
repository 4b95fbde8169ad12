import type { DayOverview } from '../../../service/register/wire.ts';
import { Panel } from '../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** The turnover of a day by tax and by payment. */
export function GroupTables({ overview: { taxes, payments, currency } }: { overview: DayOverview }) {
  const { t, locale } = useTexts();
  const money = (amount: string) => formatMoney(amount, currency, locale);
  if (taxes.length + payments.length === 0) return null;
  const label = {
    rate: t('day.column.rate'),
    net: t('day.column.net'),
    tax: t('day.column.tax'),
    gross: t('day.column.gross'),
    payment: t('day.column.payment'),
    amount: t('day.column.amount'),
  };
  // The group in the receipt format says nothing to who counts the money, unless two have one name.
  const isAlone = (name: string) => payments.filter((one) => one.name === name).length === 1;
  return (
    <>
      {taxes.length > 0 && (
        <Panel heading={t('day.taxes')}>
          <WideTable
            caption={t('day.taxes')}
            columns={[label.rate, label.net, label.tax, label.gross]}
            fit="short"
          >
            {taxes.map(({ group, rate, net, tax, gross }) => (
              <Row key={`${group} ${rate}`}>
                <Cell label={label.rate}>
                  {[group, `${formatMoney(rate, '', locale)} %`].filter(Boolean).join(' · ')}
                </Cell>
                <Cell label={label.net}>{money(net)}</Cell>
                <Cell label={label.tax}>{money(tax)}</Cell>
                <Cell label={label.gross}>{money(gross)}</Cell>
              </Row>
            ))}
          </WideTable>
        </Panel>
      )}
      {payments.length > 0 && (
        <Panel heading={t('day.payments')}>
          <WideTable caption={t('day.payments')} columns={[label.payment, label.amount]} fit="short">
            {payments.map(({ group, name, amount }) => (
              <Row key={`${group} ${name}`}>
                <Cell label={label.payment}>{isAlone(name) ? name : `${name} (${group})`}</Cell>
                <Cell label={label.amount}>{money(amount)}</Cell>
              </Row>
            ))}
          </WideTable>
        </Panel>
      )}
    </>
  );
}
