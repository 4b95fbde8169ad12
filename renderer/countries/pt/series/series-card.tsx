import { useState } from 'react';
import type { PortugalOverview, SeriesRow } from '../../../../service/countries/pt/wire.ts';
import { Fold } from '../../../components/fold.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { arrange, typesInUse } from './arrange.ts';
import { CloseDialog } from './close-dialog.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { ModeNotice } from './mode-notice.tsx';
import { OpenSeries } from './open-series.tsx';
import { Retire } from './retire.tsx';
import classes from './series-card.module.css';
import { SeriesTable } from './series-table.tsx';

/** The series of the till's documents: which there are, how they stand with the tax authority, and what can be done. */
export function SeriesCard({
  overview: { mode, series, login },
  till,
  today,
  act,
}: {
  overview: PortugalOverview;
  till: string;
  today: string;
  act: Act;
}) {
  const { t } = useTexts();
  // Kept here, not in the row: a row that changes its state must not take its dialog along.
  const [asked, setAsked] = useState<{ what: 'code' | 'close'; row: SeriesRow } | null>(null);
  const { inUse, closed } = arrange(series);
  const done = () => setAsked(null);
  return (
    <Panel heading={t('portugal.series.heading')} intro={t('portugal.series.intro')}>
      <ModeNotice mode={mode} />
      {mode !== 'own' && login === null && (
        <Notice tone="bad" title={t('portugal.series.noLogin')}>
          <p>{t('portugal.series.noLoginFix')}</p>
        </Notice>
      )}
      <div className={classes.tools}>
        <OpenSeries inUse={typesInUse(series)} act={act} />
        <Retire till={till} count={inUse.length} mode={mode} act={act} />
      </div>
      {inUse.length === 0 ? (
        <p className={classes.none}>{t('portugal.series.none')}</p>
      ) : (
        <SeriesTable
          caption={t('portugal.series.inUse')}
          rows={inUse}
          today={today}
          act={act}
          onCode={(row) => setAsked({ what: 'code', row })}
          onClose={(row) => setAsked({ what: 'close', row })}
        />
      )}
      {closed.length > 0 && (
        <div>
          {closed.map(({ year, rows }) => (
            <Fold key={year} summary={t('portugal.series.closedYear', { year, count: rows.length })}>
              <SeriesTable
                caption={t('portugal.series.closedYear', { year, count: rows.length })}
                rows={rows}
                today={today}
              />
            </Fold>
          ))}
        </div>
      )}
      {asked?.what === 'code' && <CodeDialog row={asked.row} today={today} act={act} onClose={done} />}
      {asked?.what === 'close' && <CloseDialog row={asked.row} mode={mode} act={act} onClose={done} />}
    </Panel>
  );
}
