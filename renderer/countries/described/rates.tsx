import { Button, Group } from '@mantine/core';
import type {
  PageRate,
  RatesPart as Description,
} from '../../../service/countries/contract/described-page/page.ts';
import { Part } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { RateTable, useRateDialogs } from '../parts/rates/rate-table.tsx';
import { useDescribed } from './context.ts';

/** Tax rates that a manager changes from a day on. */
export function RatesPart({ part: { caption, rates, set, reset: resetAction } }: { part: Description }) {
  const { t } = useTexts();
  const { say, act, today } = useDescribed();
  const { change, reset, dialogs } = useRateDialogs<PageRate>({
    today,
    onSet: (setting) => act(set, setting),
    onReset: () => act(resetAction, {}),
  });
  const isChanged = rates.some(({ from, next }) => from !== null || next !== null);
  return (
    <Part heading={say(caption)}>
      <RateTable
        caption={say(caption)}
        rows={rates}
        group={({ group, name }) => (
          <>
            <strong>{group}</strong> {name !== undefined && say(name)}
          </>
        )}
        isFixed={({ fixed }) => fixed === true}
        onChange={change}
      />
      {isChanged && (
        <Group gap="xs">
          <Button onClick={reset}>{t('fiscal.rates.reset.start')}</Button>
        </Group>
      )}
      {dialogs}
    </Part>
  );
}
