import { Group, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useCallback } from 'react';
import type { ControlStatus } from '../../../service/wire.ts';
import { askCountry, postAction } from '../../api/country.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Connected } from '../../components/connected.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { ownPageOf } from '../../countries/list.ts';
import { countryName } from '../../format/country.ts';
import { formatTime } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';
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
    <Stack component="main" gap="lg">
      <Group align="baseline" gap="0 1rem">
        <Title order={1}>{country === null ? 'Tillmark' : countryName(country, locale)}</Title>
        {status !== null && <Place status={status} />}
      </Group>
      {lost && (
        <Notice tone="bad" role="alert" title={t('page.banner.noConnection')}>
          <p>{t('fiscal.disconnected')}</p>
          {heardAt !== null && <p>{t('page.staleSince', { time: formatTime(heardAt, locale) })}</p>}
        </Notice>
      )}
      {!known && failure !== null && !lost && (
        <Stack gap="sm" align="flex-start">
          <FailureNote failure={failure} />
          <ActionButton onAction={reload}>{t('fiscal.tryAgain')}</ActionButton>
        </Stack>
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
    </Stack>
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
