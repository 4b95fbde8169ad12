import type { PortugalOverview, TaxRow } from '../../../../service/countries/pt/wire.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { RateTable, useRateDialogs } from '../../parts/rates/rate-table.tsx';
import { sameRate } from '../../parts/rates/read-rate.ts';
import type { Act } from '../actions.ts';
import { RateMark } from './rate-mark.tsx';
import { byRegion, classOfGroup, rateState, type Region } from './rates.ts';
import classes from './taxes-card.module.css';

/** The percentages in use, beside what the receipt format and the law say. Other regions than the shop's are folded away. */
export function TaxesCard({
  overview: { taxes, region },
  today,
  act,
}: {
  overview: PortugalOverview;
  today: string;
  act: Act;
}) {
  const { t, locale } = useTexts();
  const percent = (text: string) => formatPercent(text, locale);
  const { change, reset, dialogs } = useRateDialogs<TaxRow>({
    today,
    // What the law says is what is most likely meant.
    likely: ({ law }) => law ?? '',
    now: ({ rate, specified, law }) =>
      t('portugal.taxes.now', {
        rate: percent(rate),
        specified: percent(specified),
        law: percent(law ?? specified),
      }),
    onSet: (setting) => act('rate', setting),
    onReset: () => act('reset-rates', {}),
  });
  const [own, ...others] = byRegion(taxes, region);
  const differ = (rows: readonly TaxRow[]) => rows.some((row) => rateState(row) === 'differs');
  const changed = taxes.some((row) => row.from !== null || !sameRate(row.rate, row.specified));
  return (
    <Panel heading={t('portugal.taxes.heading')} intro={t('portugal.taxes.intro')}>
      <p className={classes.region}>
        {t('portugal.taxes.region', { region: t(`portugal.region.${region}`) })}
      </p>
      {own !== undefined && differ(own.rows) && (
        <Notice tone="look" title={t('portugal.taxes.differ')}>
          <p>{t('portugal.taxes.differFix')}</p>
        </Notice>
      )}
      {own !== undefined && <RegionTable {...own} isOwn onChange={change} />}
      <div>
        {others.map((part) => (
          <Fold
            key={part.region}
            summary={
              <span className={classes.summary}>
                {t(`portugal.region.${part.region}`)}
                {differ(part.rows) && <Mark tone="plain">{t('portugal.taxes.differShort')}</Mark>}
              </span>
            }
          >
            <RegionTable {...part} isOwn={false} onChange={change} />
          </Fold>
        ))}
      </div>
      <div>
        <ActionButton blocked={!changed} onAction={reset}>
          {t('fiscal.rates.reset.start')}
        </ActionButton>
      </div>
      {dialogs}
    </Panel>
  );
}

/** Tax groups of one region. */
function RegionTable({
  region,
  rows,
  isOwn,
  onChange,
}: {
  region: Region;
  rows: readonly TaxRow[];
  /** The shop's own region: where the law differs, somebody has to look. */
  isOwn: boolean;
  onChange: (row: TaxRow) => void;
}) {
  const { t, locale } = useTexts();
  return (
    <RateTable
      caption={t(`portugal.region.${region}`)}
      rows={rows}
      group={({ group }) => (
        <>
          <strong>{group}</strong>{' '}
          <span className={classes.class}>{t(`portugal.taxes.class.${classOfGroup(group)}`)}</span>
        </>
      )}
      specified={({ specified }) => formatPercent(specified, locale)}
      after={[{ label: t('portugal.taxes.law'), cell: (row) => <RateMark row={row} isOwn={isOwn} /> }]}
      state={rateState}
      onChange={onChange}
    />
  );
}
