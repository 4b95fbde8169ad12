import { Group, Text, Title } from '@mantine/core';
import { lazy, Suspense, useCallback } from 'react';
import type { ControlStatus } from '../../../service/wire.ts';
import { askCountry, postAction } from '../../api/country.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Placeholder } from '../../components/placeholder.tsx';
import { ownPageOf } from '../../countries/list.ts';
import { countryName } from '../../format/country.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { BackToSetUp } from '../setup/back-to-set-up.tsx';
import { LoadGuard } from './load-guard.tsx';

/** The page of a country that is its description. */
const DescribedPage = lazy(() => import('../../countries/described/page.tsx'));

/** What the law of the register's country asks for, and what is set for it. */
export function FiscalPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { status } = snapshot;
  const { locale } = useTexts();
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
  // Of the country that the register has now.
  const known = status !== null && answer?.country === country ? { status, answer } : null;
  return (
    <LoadedPage
      heading={
        <Group align="baseline" gap="0 1rem">
          <Title order={1}>{country === null ? 'Tillmark' : countryName(country, locale)}</Title>
          {status !== null && <Place status={status} />}
        </Group>
      }
      snapshot={snapshot}
      loaded={{ value: known, failure }}
      reload={reload}
    >
      {({ status, answer }) => (
        <>
          <BackToSetUp />
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
        </>
      )}
    </LoadedPage>
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
  return <Text c="dimmed">{parts.filter(Boolean).join(' · ')}</Text>;
}
