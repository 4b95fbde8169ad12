import { useState } from 'react';
import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';
import type { ControlStatus, ExportOrder } from '../../../../service/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { ButtonRow } from '../../../components/button-row.tsx';
import { Fact, Facts } from '../../../components/card.tsx';
import { DeedButton } from '../../../components/deed-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { SwitchField } from '../../../components/fields.tsx';
import { Fold } from '../../../components/fold.tsx';
import { ClockIcon, WarningIcon } from '../../../components/icons.tsx';
import { Mark } from '../../../components/mark.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { formatDay } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ExportList } from '../../../pages/fiscal/exports/export-list.tsx';
import { PeriodForm } from '../../../pages/fiscal/exports/period-form.tsx';
import { useExports } from '../../../pages/fiscal/exports/use-exports.ts';
import { type Days, newPeriod, wholePeriod } from './period.ts';

/** Export type of the Datenerfassungsprotokoll. */
const dep = 'dep';

/** The receipts that have to be saved to another medium every three months. */
export function DepCard({
  rn,
  status,
  overview,
  today,
  reload,
}: {
  rn: string;
  status: ControlStatus;
  overview: AustriaOverview;
  today: string;
  reload: () => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [whole, setWhole] = useState(false);
  const exports = useExports(rn, dep, status, (job) => {
    note(t('fiscal.exports.done', { file: job.file }));
    // The days count as saved now.
    void reload();
  });
  const order = (period: Omit<ExportOrder, 'type' | 'whole'>) =>
    exports.order({ type: dep, ...period, whole });
  const running = exports.jobs?.some(({ state }) => state === 'running') ?? false;
  const { till, due } = overview.dep;
  const isOverdue = due !== null && today > due;
  const fresh = newPeriod(overview, today);
  const everything = wholePeriod(overview, today);
  const button = (days: Days, words: 'new' | 'whole') => (
    <DeedButton
      kind={isOverdue && (words === 'new' || till === null) ? 'primary' : 'plain'}
      blocked={running}
      onDeed={() => action.run(() => order(days))}
    >
      {t(`austria.dep.${words}`)}
    </DeedButton>
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
      <ButtonRow>
        {fresh !== null && till !== null && button(fresh, 'new')}
        {everything !== null && button(everything, 'whole')}
      </ButtonRow>
      <FailureNote failure={action.failure} />
      {status.registers.length > 1 && (
        <SwitchField
          label={t('fiscal.exports.whole')}
          description={t('fiscal.exports.wholeHint')}
          checked={whole}
          onChange={setWhole}
        />
      )}
      <ExportList exports={exports} />
      <Fold summary={t('fiscal.exports.period.heading')}>
        <PeriodForm today={today} onOrder={order} />
      </Fold>
    </Panel>
  );
}
