import { Group, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { printsCopies } from '../../api/control.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { askDay } from '../../api/day.ts';
import { useSession } from '../../api/session.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { Panel } from '../../components/panel.tsx';
import { Placeholder } from '../../components/placeholder.tsx';
import { formatDay } from '../../format/day.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { canBeAsked, isAhead } from './entered-day.ts';
import { Figures } from './figures.tsx';
import { GroupTables } from './group-tables.tsx';
import { Hours } from './hours.tsx';
import { ReportPanel } from './report-panel.tsx';

/** What a day of a register came to, and its closing; before there is a company, that nothing was sold. */
export function DayPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const { status, phase } = snapshot;
  // Not before it is known: a register without a company has no day to ask for.
  if (typeof status?.country === 'string') return <SoldPage rn={rn} snapshot={snapshot} />;
  return (
    <PageFrame heading={t('day.heading')} snapshot={snapshot}>
      {status === null && phase !== 'lost' && <Placeholder />}
      {status !== null && (
        <Notice tone="plain">
          <p>{t('receipts.none')}</p>
        </Notice>
      )}
    </PageFrame>
  );
}

function SoldPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { t, locale, language } = useTexts();
  const [day, setDay] = useState('');
  /** What stands in the field while somebody types; null: the day that is asked for. */
  const [entered, setEntered] = useState<string | null>(null);
  const ask = useMemo(() => askDay(rn, day), [rn, day]);
  // The service names payments in the language of the page.
  const [loaded, reload] = useReloader(ask, `${language} ${snapshot.status?.last?.sq}`);
  // Another day takes the place of the one before when it has come: the field stays beneath the fingers.
  const [shown, setShown] = useState(loaded.value);
  if (loaded.value !== null && loaded.value !== shown) setShown(loaded.value);
  const session = useSession();
  // A cashier who is known may close; where no people are set up, that is the manager's.
  const mayClose = session?.role === 'manager' || (session?.role === 'cashier' && session.name !== null);
  return (
    <LoadedPage
      heading={t('day.heading')}
      snapshot={snapshot}
      loaded={{ value: shown, failure: loaded.failure }}
      reload={reload}
    >
      {(overview) => (
        <>
          <CardGrid>
            <Panel heading={formatDay(overview.day, locale)}>
              <Group gap="xs" align="end">
                <TextInput
                  type="date"
                  label={t('day.day')}
                  max={overview.today}
                  error={entered !== null && isAhead(entered, overview.today) ? t('day.ahead') : null}
                  value={entered ?? (day === '' ? overview.day : day)}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setEntered(value);
                    if (canBeAsked(value, overview.today)) setDay(value);
                  }}
                  onBlur={() => setEntered(null)}
                />
                {overview.day !== overview.today && (
                  <ActionButton onAction={() => setDay('')}>{t('day.today')}</ActionButton>
                )}
              </Group>
              {loaded.value === null && <FailureNote failure={loaded.failure} />}
              <Figures overview={overview} />
              {overview.hours.every(({ count }) => count === 0) && <p>{t('day.nothing')}</p>}
            </Panel>
            {mayClose && (
              <ReportPanel rn={rn} currency={overview.currency} hasPrinter={printsCopies(snapshot.status)} />
            )}
          </CardGrid>
          <Hours overview={overview} />
          <GroupTables overview={overview} />
        </>
      )}
    </LoadedPage>
  );
}
