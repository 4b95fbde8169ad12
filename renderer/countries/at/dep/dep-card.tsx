import { Group } from '@mantine/core';
import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';
import type { ControlStatus } from '../../../../service/wire.ts';
import { Fact, Facts } from '../../../components/card.tsx';
import { ActionButton } from '../../../components/action-button.tsx';
import { ClockIcon, WarningIcon } from '../../../components/icons.tsx';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatDay } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ExportFiles, usePeriodExports } from '../../parts/exports/exports.tsx';
import { type Days, newPeriod, wholePeriod } from './period.ts';

/** The receipts that have to be saved to another medium every three months: the Datenerfassungsprotokoll. */
export function DepCard({
  overview,
  today,
  ...register
}: {
  rn: string;
  status: ControlStatus;
  overview: AustriaOverview;
  today: string;
  /** Days that were exported count as saved. */
  reload: () => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const period = usePeriodExports(register, 'dep', false);
  const { till, due } = overview.dep;
  const isOverdue = due !== null && today > due;
  const fresh = newPeriod(overview, today);
  const everything = wholePeriod(overview, today);
  const button = (days: Days, words: 'new' | 'whole') => (
    <ActionButton
      variant={isOverdue && (words === 'new' || till === null) ? 'filled' : 'default'}
      blocked={period.isRunning()}
      onAction={() => period.order(days)}
    >
      {t(`austria.dep.${words}`)}
    </ActionButton>
  );
  return (
    <Panel heading={t('austria.dep.heading')} intro={t('austria.dep.intro')}>
      <Facts>
        <Fact name={t('austria.dep.till')}>
          {till === null ? t('austria.dep.never') : formatDay(till, locale)}
        </Fact>
        {due !== null && (
          <Fact name={t('austria.dep.due')}>
            <Mark tone={isOverdue ? 'bad' : 'plain'} icon={isOverdue ? <WarningIcon /> : <ClockIcon />}>
              {t(`austria.dep.states.${isOverdue ? 'overdue' : 'due'}`, { day: formatDay(due, locale) })}
            </Mark>
          </Fact>
        )}
      </Facts>
      <Group gap="xs">
        {fresh !== null && till !== null && button(fresh, 'new')}
        {everything !== null && button(everything, 'whole')}
      </Group>
      <ExportFiles period={period} asksWhole={register.status.registers.length > 1} today={today} />
    </Panel>
  );
}
