import { Group, Text } from '@mantine/core';
import type { TablePart as Description } from '../../../service/countries/contract/described-page/page.ts';
import { Hint, Part } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDescribed } from './context.ts';
import { Value } from './facts.tsx';
import { useActions } from './use-actions.tsx';

/** Rows, what can be done with each, and what can be done with all of them. */
export function TablePart({
  part: { caption, columns, rows, note, empty, actions = [] },
}: {
  part: Description;
}) {
  const { t } = useTexts();
  const { say } = useDescribed();
  const { button, outcome } = useActions();
  const heads = columns.map(say);
  const isActed = rows.some((row) => (row.actions ?? []).length > 0);
  const actionsHead = t('fiscal.rates.actions');
  return (
    <Part heading={say(caption)}>
      {rows.length === 0 ? (
        <Text c="dimmed">{say(empty)}</Text>
      ) : (
        <WideTable
          caption={say(caption)}
          columns={heads}
          actions={isActed ? actionsHead : undefined}
          fit={columns.length > 3 ? 'wide' : 'short'}
        >
          {rows.map(({ id, cells, actions: own = [] }) => (
            <Row key={id} data-testid="row" data-row={id}>
              {cells.map(({ value, state, remark }, index) => (
                <Cell key={index} label={heads[index] ?? ''}>
                  <Value value={value} state={state} />
                  {remark !== undefined && <Hint>{say(remark)}</Hint>}
                </Cell>
              ))}
              {isActed && (
                <Cell label={actionsHead} actions>
                  <Group gap="xs">{own.map((action) => button(action, true))}</Group>
                </Cell>
              )}
            </Row>
          ))}
        </WideTable>
      )}
      {note !== undefined && <Hint>{say(note)}</Hint>}
      {actions.length > 0 && <Group gap="xs">{actions.map((action) => button(action))}</Group>}
      {outcome}
    </Part>
  );
}
