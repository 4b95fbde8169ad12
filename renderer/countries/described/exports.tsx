import { Group } from '@mantine/core';
import type { ExportsPart as Description } from '../../../service/countries/contract/described-page/page.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Part } from '../../components/part.tsx';
import { ExportFiles, usePeriodExports } from '../parts/exports/exports.tsx';
import { useDescribed } from './context.ts';

/** Exports of one type: periods that are likely to be wanted, the files, and any other period. */
export function ExportsPart({
  part: { type, label, periods = [], timeless },
}: {
  part: Description['types'][number];
}) {
  const { say, rn, status, today, reload } = useDescribed();
  const isOneOfMany = status.registers.length > 1;
  const period = usePeriodExports({ rn, status, reload }, type, isOneOfMany);
  return (
    <Part heading={say(label)}>
      {periods.length > 0 && (
        <Group gap="xs">
          {periods.map(({ label: name, from, till, primary }) => (
            <ActionButton
              key={`${from} ${till}`}
              variant={primary ? 'filled' : 'default'}
              blocked={period.isRunning({ from, till })}
              onAction={() => period.order({ from, till })}
            >
              {say(name)}
            </ActionButton>
          ))}
        </Group>
      )}
      <ExportFiles period={period} asksWhole={isOneOfMany} today={today} isTimeless={timeless === true} />
    </Part>
  );
}
