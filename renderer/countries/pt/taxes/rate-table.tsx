import type { TaxRow } from '../../../../service/countries/pt/wire.ts';
import { Button } from '../../../components/button.tsx';
import { ButtonRow } from '../../../components/button-row.tsx';
import { RateInUse } from '../../../components/rates/rate-in-use.tsx';
import { Cell, WideTable } from '../../../components/wide-table.tsx';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { RateMark } from './rate-mark.tsx';
import classes from './rate-table.module.css';
import { classOfGroup, rateState } from './rates.ts';

/** Tax groups of one region. */
export function RateTable({
  caption,
  rows,
  isOwn,
  onChange,
}: {
  caption: string;
  rows: readonly TaxRow[];
  /** The shop's own region: where the law differs, somebody has to look. */
  isOwn: boolean;
  onChange: (row: TaxRow) => void;
}) {
  const { t, locale } = useTexts();
  const label = {
    group: t('fiscal.rates.group'),
    rate: t('fiscal.rates.rate'),
    specified: t('fiscal.rates.specified'),
    law: t('portugal.taxes.law'),
    actions: t('fiscal.rates.actions'),
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
            <RateInUse row={row} />
          </Cell>
          <Cell label={label.specified}>{formatPercent(row.specified, locale)}</Cell>
          <Cell label={label.law}>
            <RateMark row={row} isOwn={isOwn} />
          </Cell>
          <Cell label={label.actions} actions>
            <ButtonRow>
              <Button
                kind="quiet"
                onClick={() => onChange(row)}
                aria-label={t('fiscal.rates.changeOf', { group: row.group })}
              >
                {t('fiscal.rates.change')}
              </Button>
            </ButtonRow>
          </Cell>
        </tr>
      ))}
    </WideTable>
  );
}
