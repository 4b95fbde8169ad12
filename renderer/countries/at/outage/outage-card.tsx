import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';
import { ButtonRow } from '../../../components/button-row.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatMoment } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { UnitsLink } from '../units/units-link.tsx';

/** Receipts are not signed: since when, what to do, and what happens by itself. */
export function OutageCard({
  outage: { since, mustBeReported },
  reportsItself,
}: {
  outage: NonNullable<AustriaOverview['outage']>;
  /** There is a login for FinanzOnline. */
  reportsItself: boolean;
}) {
  const { t, locale } = useTexts();
  return (
    <Panel heading={t('austria.outage.heading')}>
      <Notice
        tone={mustBeReported ? 'bad' : 'look'}
        title={t('austria.outage.title', { time: formatMoment(since, locale) })}
      >
        <p>{t(mustBeReported ? 'austria.outage.long' : 'austria.outage.short')}</p>
      </Notice>
      <Consequences
        texts={[
          t('austria.outage.sell'),
          t('austria.outage.mend'),
          t(reportsItself ? 'austria.outage.byItself' : 'austria.outage.byHand'),
          t('austria.outage.after'),
        ]}
      />
      <ButtonRow>
        <UnitsLink />
      </ButtonRow>
    </Panel>
  );
}
