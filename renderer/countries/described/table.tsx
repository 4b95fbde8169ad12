import type { TablePart as Description } from '../../../service/countries/contract/described-page/page.ts';
import { ButtonRow } from '../../components/button-row.tsx';
import { Absent, Hint, Part } from '../../components/part.tsx';
import { Cell, WideTable } from '../../components/wide-table.tsx';
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
        <Absent>{say(empty)}</Absent>
      ) : (
        <WideTable
          caption={say(caption)}
          columns={heads}
          actions={isActed ? actionsHead : undefined}
          fit={columns.length > 3 ? 'wide' : 'short'}
        >
          {rows.map(({ id, cells, actions: own = [] }) => (
            <tr key={id} role="row" data-testid="row" data-row={id}>
              {cells.map(({ value, state, remark }, index) => (
                <Cell key={index} label={heads[index] ?? ''}>
                  <Value value={value} state={state} />
                  {remark !== undefined && <Hint>{say(remark)}</Hint>}
                </Cell>
              ))}
              {isActed && (
                <Cell label={actionsHead} actions>
                  <ButtonRow>{own.map((action) => button(action, true))}</ButtonRow>
                </Cell>
              )}
            </tr>
          ))}
        </WideTable>
      )}
      {note !== undefined && <Hint>{say(note)}</Hint>}
      {actions.length > 0 && <ButtonRow>{actions.map((action) => button(action))}</ButtonRow>}
      {outcome}
    </Part>
  );
}
