import { useState } from 'react';
import type { SaftMonth } from '../../../../service/countries/pt/wire.ts';
import type { ControlStatus, ExportOrder } from '../../../../service/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { SwitchField } from '../../../components/fields.tsx';
import { Fold } from '../../../components/fold.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { daysOfMonth } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ExportList } from '../../../pages/fiscal/exports/export-list.tsx';
import { PeriodForm } from '../../../pages/fiscal/exports/period-form.tsx';
import { useExports } from '../../../pages/fiscal/exports/use-exports.ts';
import { LastMonth } from './last-month.tsx';
import { splitMonths } from './month-state.ts';
import { Months } from './months.tsx';

/** Export type of the monthly file. */
const saft = 'saft';

/** The monthly file of all documents for the tax authority. */
export function SaftCard({
  rn,
  status,
  months,
  today,
  reload,
}: {
  rn: string;
  status: ControlStatus;
  months: readonly SaftMonth[];
  today: string;
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  // The authority wants the documents of all tills: whoever has several should not have to think of it.
  const [whole, setWhole] = useState(status.registers.length > 1);
  const exports = useExports(rn, saft, status, (job) => {
    note(t('fiscal.exports.done', { file: job.file }));
    // The month counts as exported now.
    void reload();
  });
  const order = (period: Omit<ExportOrder, 'type' | 'whole'>) =>
    exports.order({ type: saft, ...period, whole });
  const running = (month: string) => {
    const { from, till } = daysOfMonth(month);
    return (
      exports.jobs?.some((job) => job.state === 'running' && job.from === from && job.till === till) ?? false
    );
  };
  const exportMonth = (month: string) => action.run(() => order(daysOfMonth(month)));

  const { last, others } = splitMonths(months, today);
  return (
    <Panel heading={t('portugal.saft.heading')} intro={t('portugal.saft.intro')}>
      <LastMonth month={last} today={today} running={running} onExport={exportMonth} />
      <FailureNote failure={action.failure} />
      <SwitchField
        label={t('fiscal.exports.whole')}
        description={t('fiscal.exports.wholeHint')}
        checked={whole}
        onChange={setWhole}
      />
      <ExportList exports={exports} />
      <div>
        {others.length > 0 && (
          <Months months={others} today={today} running={running} onExport={exportMonth} />
        )}
        <Fold summary={t('fiscal.exports.period.heading')}>
          <PeriodForm today={today} onOrder={order} />
        </Fold>
      </div>
    </Panel>
  );
}
