import type { SeriesRow } from '../../../../service/countries/pt/wire.ts';
import { CopyCode } from '../../../components/copy-code.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { formatDay } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { SeriesActions } from './series-actions.tsx';
import { SeriesState } from './series-state.tsx';
import classes from './series-table.module.css';
import { useTypeName } from './use-type-name.ts';

/** Series in a table. Without `act` there is nothing to be done with them. */
export function SeriesTable({
  caption,
  rows,
  today,
  act,
  onCode,
  onClose,
}: {
  caption: string;
  rows: readonly SeriesRow[];
  today: string;
  act?: Act;
  onCode?: (row: SeriesRow) => void;
  onClose?: (row: SeriesRow) => void;
}) {
  const { t, locale } = useTexts();
  const typeName = useTypeName();
  const label = {
    type: t('portugal.series.type'),
    series: t('portugal.series.series'),
    state: t('portugal.series.state'),
    code: t('portugal.series.code'),
    last: t('portugal.series.last'),
    actions: t('portugal.series.actions'),
  };
  const columns = [label.type, label.series, label.state, label.code, label.last];
  return (
    <WideTable caption={caption} columns={columns} actions={act && label.actions}>
      {rows.map((row) => (
        <Row key={row.id} data-testid="series" data-state={row.state}>
          <Cell label={label.type}>
            <span className={classes.type}>{typeName(row.type)}</span>
            {row.kind !== 'N' && <span className={classes.remark}>{t(`portugal.kind.${row.kind}`)}</span>}
          </Cell>
          <Cell label={label.series}>
            <code className={classes.id}>{row.id}</code>
            {row.from > today && (
              <span className={classes.remark}>
                {t('portugal.series.from', { day: formatDay(row.from, locale) })}
              </span>
            )}
          </Cell>
          <Cell label={label.state}>
            <SeriesState row={row} />
          </Cell>
          <Cell label={label.code}>
            {row.code === null ? (
              <span className={classes.none}>{t('portugal.series.noCode')}</span>
            ) : (
              <CopyCode text={row.code} name={t('portugal.series.codeOf', { series: row.id })} />
            )}
            {row.code !== null && row.test && (
              <span className={classes.remark}>{t('portugal.series.testCode')}</span>
            )}
          </Cell>
          <Cell label={label.last}>
            {row.last === 0 ? (
              <span className={classes.none}>{t('portugal.series.noDocument')}</span>
            ) : (
              t('portugal.series.number', { number: row.last })
            )}
            {row.lastDay !== null && <span className={classes.remark}>{formatDay(row.lastDay, locale)}</span>}
          </Cell>
          {act !== undefined && (
            <Cell label={label.actions} actions>
              <SeriesActions row={row} today={today} act={act} onCode={onCode} onClose={onClose} />
            </Cell>
          )}
        </Row>
      ))}
    </WideTable>
  );
}
