import type { TaxRow } from '../../../../service/countries/pt/wire.ts';
import { Button } from '../../../components/button.tsx';
import { ButtonRow } from '../../../components/button-row.tsx';
import { Cell, WideTable } from '../../../components/wide-table.tsx';
import { formatDay } from '../../../format/day.ts';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { RateMark } from './rate-mark.tsx';
import classes from './rate-table.module.css';
import { classOfGroup, rateState } from './rates.ts';

/** Tax groups of one region. */
export function RateTable({
  caption,
  rows,
  onChange,
}: {
  caption: string;
  rows: readonly TaxRow[];
  onChange: (row: TaxRow) => void;
}) {
  const { t, locale } = useTexts();
  const label = {
    group: t('portugal.taxes.group'),
    rate: t('portugal.taxes.rate'),
    specified: t('portugal.taxes.specified'),
    law: t('portugal.taxes.law'),
    actions: t('portugal.taxes.actions'),
  };
  return (
    <WideTable
      caption={caption}
      columns={[label.group, label.rate, label.specified, label.law]}
      actions={label.actions}
      fit="short"
    >
      {rows.map((row) => (
        <tr key={row.group} role="row" data-testid="tax" data-rate={rateState(row)}>
          <Cell label={label.group}>
            <span className={classes.group}>{row.group}</span>{' '}
            <span className={classes.class}>{t(`portugal.taxes.class.${classOfGroup(row.group)}`)}</span>
          </Cell>
          <Cell label={label.rate}>
            <strong className={classes.rate}>{formatPercent(row.rate, locale)}</strong>
            {row.from !== null && (
              <span className={classes.since}>
                {t('portugal.taxes.since', { day: formatDay(row.from, locale) })}
              </span>
            )}
            {row.next !== null && (
              <span className={classes.since}>
                {t('portugal.taxes.next', {
                  rate: formatPercent(row.next.rate, locale),
                  day: formatDay(row.next.from, locale),
                })}
              </span>
            )}
          </Cell>
          <Cell label={label.specified}>{formatPercent(row.specified, locale)}</Cell>
          <Cell label={label.law}>
            <RateMark row={row} />
          </Cell>
          <Cell label={label.actions} actions>
            <ButtonRow>
              <Button
                kind="quiet"
                onClick={() => onChange(row)}
                aria-label={t('portugal.taxes.changeOf', { group: row.group })}
              >
                {t('portugal.taxes.change')}
              </Button>
            </ButtonRow>
          </Cell>
        </tr>
      ))}
    </WideTable>
  );
}
