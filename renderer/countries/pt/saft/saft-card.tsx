import type { SaftMonth } from '../../../../service/countries/pt/wire.ts';
import type { ControlStatus } from '../../../../service/wire.ts';
import { Panel } from '../../../components/panel.tsx';
import { daysOfMonth } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ExportFiles, usePeriodExports } from '../../parts/exports/exports.tsx';
import { LastMonth } from './last-month.tsx';
import { splitMonths } from './month-state.ts';
import { Months } from './months.tsx';

/** The monthly file of all documents for the tax authority. */
export function SaftCard({
  months,
  today,
  ...register
}: {
  rn: string;
  status: ControlStatus;
  months: readonly SaftMonth[];
  today: string;
  /** A month that was exported counts as exported. */
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  // The authority wants the documents of all tills: whoever has several should not have to think of it.
  const period = usePeriodExports(register, 'saft', register.status.registers.length > 1);
  const shared = {
    today,
    running: (month: string) => period.isRunning(daysOfMonth(month)),
    onExport: (month: string) => period.order(daysOfMonth(month)),
  };
  const { last, others } = splitMonths(months, today);
  return (
    <Panel heading={t('portugal.saft.heading')} intro={t('portugal.saft.intro')}>
      <LastMonth month={last} {...shared} />
      <ExportFiles period={period} asksWhole today={today}>
        {others.length > 0 && <Months months={others} {...shared} />}
      </ExportFiles>
    </Panel>
  );
}
