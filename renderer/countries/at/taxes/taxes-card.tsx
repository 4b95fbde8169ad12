import { useState } from 'react';
import type { AustriaOverview, TaxRow } from '../../../../service/countries/at/wire.ts';
import { Button } from '../../../components/button.tsx';
import { ButtonRow } from '../../../components/button-row.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Hint } from '../../../components/part.tsx';
import { RateDialog } from '../../../components/rates/rate-dialog.tsx';
import { RateInUse } from '../../../components/rates/rate-in-use.tsx';
import { sameRate } from '../../../components/rates/read-rate.ts';
import { ResetDialog } from '../../../components/rates/reset-dialog.tsx';
import { Cell, WideTable } from '../../../components/wide-table.tsx';
import { formatDay } from '../../../format/day.ts';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** The percentages of the tax groups in use, beside those of the receipt format. */
export function TaxesCard({
  overview: { taxes, otherRates },
  today,
  act,
}: {
  overview: AustriaOverview;
  today: string;
  act: Act;
}) {
  const { t, locale } = useTexts();
  const [asked, setAsked] = useState<TaxRow | 'reset' | null>(null);
  const done = () => setAsked(null);
  const changed = taxes.some(({ from, next }) => from !== null || next !== null);
  const others = otherRates.map(({ rate, from }) => {
    const text = formatPercent(rate, locale);
    return from === null || from <= today
      ? text
      : t('austria.taxes.otherFrom', { rate: text, day: formatDay(from, locale) });
  });
  return (
    <Panel heading={t('austria.taxes.heading')} intro={t('austria.taxes.intro')}>
      <RateTable rows={taxes} onChange={setAsked} />
      {others.length > 0 && <Hint>{t('austria.taxes.others', { rates: others.join(', ') })}</Hint>}
      {changed && (
        <ButtonRow>
          <Button onClick={() => setAsked('reset')}>{t('fiscal.rates.reset.start')}</Button>
        </ButtonRow>
      )}
      {asked === 'reset' && <ResetDialog onReset={() => act('reset-rates', {})} onClose={done} />}
      {asked !== null && asked !== 'reset' && (
        <RateDialog
          group={asked.group}
          today={today}
          onSet={(setting) => act('rate', setting)}
          onClose={done}
        >
          <p>
            {t('austria.taxes.now', {
              rate: formatPercent(asked.rate, locale),
              specified: formatPercent(asked.specified, locale),
            })}
          </p>
        </RateDialog>
      )}
    </Panel>
  );
}

function RateTable({ rows, onChange }: { rows: readonly TaxRow[]; onChange: (row: TaxRow) => void }) {
  const { t, locale } = useTexts();
  const label = {
    group: t('fiscal.rates.group'),
    set: t('austria.taxes.set'),
    rate: t('fiscal.rates.rate'),
    specified: t('fiscal.rates.specified'),
    actions: t('fiscal.rates.actions'),
  };
  return (
    <WideTable
      caption={t('austria.taxes.heading')}
      columns={[label.group, label.set, label.rate, label.specified]}
      actions={label.actions}
      fit="short"
    >
      {rows.map((row) => (
        <tr key={row.group} role="row" data-testid="tax">
          <Cell label={label.group}>
            <strong>{row.group}</strong>
          </Cell>
          <Cell label={label.set}>{t(`austria.taxes.sets.${row.set}`)}</Cell>
          <Cell label={label.rate}>
            <RateInUse row={row} />
          </Cell>
          <Cell label={label.specified}>
            <Specified row={row} locale={locale} />
          </Cell>
          <Cell label={label.actions} actions>
            {/* What is not taxed stays so. */}
            {row.set !== 'zero' && (
              <ButtonRow>
                <Button
                  kind="quiet"
                  onClick={() => onChange(row)}
                  aria-label={t('fiscal.rates.changeOf', { group: row.group })}
                >
                  {t('fiscal.rates.change')}
                </Button>
              </ButtonRow>
            )}
          </Cell>
        </tr>
      ))}
    </WideTable>
  );
}

function Specified({ row: { rate, specified }, locale }: { row: TaxRow; locale: string }) {
  const { t } = useTexts();
  const text = formatPercent(specified, locale);
  return sameRate(rate, specified) ? (
    text
  ) : (
    <Mark tone="look">{t('austria.taxes.differs', { rate: text })}</Mark>
  );
}
