import { Group } from '@mantine/core';
import type { AustriaOverview, OutageReport, ReportRow } from '../../../../service/countries/at/wire.ts';
import { Consequences } from '../../../components/consequences.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatMoment } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { UnitsLink } from '../units/units-link.tsx';

const TEXTS = { early: 'short', due: 'long', done: 'done' } as const satisfies Record<OutageReport, string>;

/** Receipts are not signed: since when, what to do, and what happens by itself. */
export function OutageCard({
  outage: { since, report },
  reports,
  reportsItself,
}: {
  outage: NonNullable<AustriaOverview['outage']>;
  reports: readonly ReportRow[];
  /** There is a login for FinanzOnline. */
  reportsItself: boolean;
}) {
  const { t, locale } = useTexts();
  const hasFailed = reports.some(({ kind, state }) => kind === 'outage' && state === 'failed');
  const way = hasFailed ? 'failed' : reportsItself ? 'byItself' : 'byHand';
  return (
    <Panel heading={t('austria.outage.heading')}>
      <Notice
        tone={report === 'due' ? 'bad' : 'look'}
        title={t('austria.outage.title', { time: formatMoment(since, locale) })}
      >
        <p>{t(`austria.outage.${TEXTS[report]}`)}</p>
      </Notice>
      <Consequences
        texts={[
          t('austria.outage.sell'),
          t('austria.outage.mend'),
          ...(report === 'done' ? [] : [t(`austria.outage.${way}`)]),
          t('austria.outage.after'),
        ]}
      />
      <Group gap="xs">
        <UnitsLink />
      </Group>
    </Panel>
  );
}
