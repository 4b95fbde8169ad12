import { lazy, Suspense, useCallback } from 'react';
import type { ControlStatus } from '../../../service/wire.ts';
import { askCountry, postAction } from '../../api/country.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Connected } from '../../components/connected.ts';
import { DeedButton } from '../../components/deed-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { ownPageOf } from '../../countries/list.ts';
import { countryName } from '../../format/country.ts';
import { formatTime } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './fiscal-page.module.css';
import { LoadGuard } from './load-guard.tsx';
import { Placeholder } from './placeholder.tsx';

/** The page of a country that is its description. */
const DescribedPage = lazy(() => import('../../countries/described/page.tsx'));

/** What the law of the register's country asks for, and what is set for it. */
export function FiscalPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { status, phase, heardAt } = snapshot;
  const { t, locale } = useTexts();
  const ask = useCallback(() => askCountry(rn), [rn]);
  const [{ value: answer, failure }, reload] = useReloader(ask, status);
  const act = useCallback(
    async (action: string, body: object) => {
      const reply = await postAction(rn, action, body);
      // Refused ones, too: what the authority said is part of the overview.
      await reload();
      return reply;
    },
    [rn, reload],
  );

  const country = status?.country ?? null;
  const Page = ownPageOf(country)?.page;
  const lost = phase === 'lost';
  const known = status !== null && answer !== null && answer.country === country;
  return (
    <main className={classes.main}>
      <div className={classes.head}>
        <h1 className={classes.title}>{country === null ? 'Tillmark' : countryName(country, locale)}</h1>
        {status !== null && <Place status={status} />}
      </div>
      {lost && (
        <Notice tone="bad" role="alert" title={t('page.banner.noConnection')}>
          <p>{t('fiscal.disconnected')}</p>
          {heardAt !== null && <p>{t('page.staleSince', { time: formatTime(heardAt, locale) })}</p>}
        </Notice>
      )}
      {!known && failure !== null && !lost && (
        <div className={classes.failed}>
          <FailureNote failure={failure} />
          <DeedButton onDeed={reload}>{t('fiscal.tryAgain')}</DeedButton>
        </div>
      )}
      {!known && failure === null && <Placeholder />}
      {known && (
        <Connected value={!lost}>
          <LoadGuard>
            <Suspense fallback={<Placeholder />}>
              {Page !== undefined ? (
                <Page rn={rn} status={status} overview={answer.overview} act={act} reload={reload} />
              ) : (
                answer.page !== undefined && (
                  <DescribedPage
                    {...{ rn, status, act, reload }}
                    country={answer.country}
                    page={answer.page}
                  />
                )
              )}
            </Suspense>
          </LoadGuard>
        </Connected>
      )}
    </main>
  );
}

/** Whose till this is, in one line. */
function Place({ status: { company, location, terminal } }: { status: ControlStatus }) {
  const { t } = useTexts();
  const parts = [
    company?.name,
    location?.name || location?.tl,
    terminal === null ? null : t('fiscal.till', { till: terminal }),
  ];
  return <p className={classes.place}>{parts.filter(Boolean).join(' · ')}</p>;
}
