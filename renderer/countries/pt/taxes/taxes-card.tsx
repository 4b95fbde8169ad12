import { useState } from 'react';
import type { PortugalOverview, TaxRow } from '../../../../service/countries/pt/wire.ts';
import { Button } from '../../../components/button.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RateDialog } from '../../../components/rates/rate-dialog.tsx';
import { sameRate } from '../../../components/rates/read-rate.ts';
import { ResetDialog } from '../../../components/rates/reset-dialog.tsx';
import { formatPercent } from '../../../format/quantity.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { byRegion, rateState } from './rates.ts';
import { RateTable } from './rate-table.tsx';
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
  const [asked, setAsked] = useState<{ what: 'rate'; row: TaxRow } | { what: 'reset' } | null>(null);
  const done = () => setAsked(null);
  const [own, ...others] = byRegion(taxes, region);
  const differ = (rows: readonly TaxRow[]) => rows.some((row) => rateState(row) === 'differs');
  const changed = taxes.some((row) => row.from !== null || !sameRate(row.rate, row.specified));
  const change = (row: TaxRow) => setAsked({ what: 'rate', row });
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
      {own !== undefined && (
        <RateTable caption={t(`portugal.region.${own.region}`)} rows={own.rows} isOwn onChange={change} />
      )}
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
            <RateTable
              caption={t(`portugal.region.${part.region}`)}
              rows={part.rows}
              isOwn={false}
              onChange={change}
            />
          </Fold>
        ))}
      </div>
      <div>
        <Button blocked={!changed} onClick={() => setAsked({ what: 'reset' })}>
          {t('fiscal.rates.reset.start')}
        </Button>
      </div>
      {asked?.what === 'rate' && (
        <RateDialog
          group={asked.row.group}
          // What the law says is what is most likely meant.
          likely={asked.row.law ?? ''}
          today={today}
          onSet={(setting) => act('rate', setting)}
          onClose={done}
        >
          <p>
            {t('portugal.taxes.now', {
              rate: formatPercent(asked.row.rate, locale),
              specified: formatPercent(asked.row.specified, locale),
              law: formatPercent(asked.row.law ?? asked.row.specified, locale),
            })}
          </p>
        </RateDialog>
      )}
      {asked?.what === 'reset' && <ResetDialog onReset={() => act('reset-rates', {})} onClose={done} />}
    </Panel>
  );
}
