import type { ExportsPart as Description } from '../../../service/countries/contract/described-page/page.ts';
import { ButtonRow } from '../../components/button-row.tsx';
import { DeedButton } from '../../components/deed-button.tsx';
import { Part } from '../../components/part.tsx';
import { ExportFiles, usePeriodExports } from '../parts/exports/exports.tsx';
import { useDescribed } from './context.ts';

/** Exports of one type: periods that are likely to be wanted, the files, and any other period. */
export function ExportsPart({ part: { type, label, periods = [] } }: { part: Description['types'][number] }) {
  const { say, rn, status, today, reload } = useDescribed();
  const isOneOfMany = status.registers.length > 1;
  const period = usePeriodExports({ rn, status, reload }, type, isOneOfMany);
  return (
    <Part heading={say(label)}>
      {periods.length > 0 && (
        <ButtonRow>
          {periods.map(({ label: name, from, till, primary }) => (
            <DeedButton
              key={`${from} ${till}`}
              kind={primary ? 'primary' : 'plain'}
              blocked={period.isRunning({ from, till })}
              onDeed={() => period.order({ from, till })}
            >
              {say(name)}
            </DeedButton>
          ))}
        </ButtonRow>
      )}
      <ExportFiles period={period} asksWhole={isOneOfMany} today={today} />
    </Part>
  );
}
