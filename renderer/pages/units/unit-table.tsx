import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CardsRow, UnitRow, UnitsOverview } from '../../../service/at-signing/wire.ts';
import type { UnitAct } from '../../api/units.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useNotes } from '../../components/notes.ts';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { Soft } from '../../components/part.tsx';
import { unitReason } from '../../i18n/problem-values.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { UnitCertificateFacts } from './unit-certificate.tsx';
import { UnitState } from './unit-state.tsx';

/** All units in order of preference, the cards that were found at the place of cards. */
export function UnitTable({
  overview: { units },
  act,
  onChange,
  onRemove,
}: {
  overview: UnitsOverview;
  act: UnitAct;
  onChange: (row: UnitRow | CardsRow) => void;
  onRemove: (row: UnitRow) => void;
}) {
  const { t } = useTexts();
  const label = {
    unit: t('units.column.unit'),
    state: t('units.column.state'),
    certificate: t('units.column.certificate'),
    actions: t('units.column.actions'),
  };
  return (
    <WideTable
      caption={t('units.heading')}
      columns={[label.unit, label.state, label.certificate]}
      actions={label.actions}
    >
      {units.flatMap((row, at) => {
        const order = <Order id={row.id} isFirst={at === 0} isLast={at === units.length - 1} act={act} />;
        if (row.type !== 'cards') {
          return [
            <UnitLine key={row.id} row={row} label={label} act={act} onRemove={onRemove}>
              {row.type !== 'test' && <ChangeButton row={row} onChange={onChange} />}
              {order}
            </UnitLine>,
          ];
        }
        return [
          <Row key={row.id} data-testid="unit" data-unit={row.id}>
            <Cell label={label.unit}>
              <Text span display="block" fw={600}>
                {t('units.types.cards')}
              </Text>
            </Cell>
            <Cell label={label.state}>
              <Soft>{cardsState(row, t)}</Soft>
            </Cell>
            <Cell label={label.certificate}>
              <Soft>{t(row.hasPin ? 'units.cards.pin' : 'units.cards.delivered')}</Soft>
            </Cell>
            <Cell label={label.actions} actions>
              <Group gap="xs">
                <ChangeButton row={row} onChange={onChange} />
                {order}
              </Group>
            </Cell>
          </Row>,
          ...row.cards.map((card) => (
            <UnitLine key={card.id} row={card} label={label} act={act} onRemove={onRemove} />
          )),
        ];
      })}
    </WideTable>
  );
}

function cardsState(row: CardsRow, t: ReturnType<typeof useTexts>['t']): string {
  if (!row.used) return t('units.cards.off');
  if (row.problem !== null) {
    const { cause, text } = row.problem;
    return t('units.cards.problem', { reason: cause === null ? text : t(`units.cause.${cause}`) });
  }
  return row.cards.length === 0 ? t('units.cards.none') : '';
}

function UnitLine({
  row,
  label,
  act,
  onRemove,
  children,
}: {
  row: UnitRow;
  label: Record<'unit' | 'state' | 'certificate' | 'actions', string>;
  act: UnitAct;
  onRemove: (row: UnitRow) => void;
  /** Further buttons. */
  children?: ReactNode;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const { id } = row;
  const test = async () => {
    const reply = await act('test', { id });
    const { serial = '' } = (reply.ok ? (reply.value as { result: { serial?: string } }).result : null) ?? {};
    note(
      reply.ok
        ? t('units.tested', { unit: id, serial })
        : t('units.testFailed', {
            unit: id,
            reason:
              unitReason(reply.failure.fields?.['unit']) ??
              reply.failure.message ??
              t('fiscal.failure.unanswered'),
          }),
    );
  };
  return (
    <Row data-testid="unit" data-unit={id} data-state={row.state}>
      <Cell label={label.unit}>
        <Text span display="block" fw={600}>
          {t(`units.types.${row.type}`)}
        </Text>
        <Text component="code" display="block" size="xs" c="dimmed">
          {id}
        </Text>
        <UnitPlace row={row} />
      </Cell>
      <Cell label={label.state}>
        <UnitState row={row} />
      </Cell>
      <Cell label={label.certificate}>
        <UnitCertificateFacts certificate={row.certificate} />
      </Cell>
      <Cell label={label.actions} actions>
        <Group gap="xs">
          <ActionButton
            onAction={test}
            blocked={row.state === 'off'}
            aria-label={t('units.testOf', { unit: id })}
          >
            {t('units.test')}
          </ActionButton>
          {children}
          <Button
            variant="subtle"
            onClick={() => onRemove(row)}
            aria-label={t('units.removeOf', { unit: id })}
          >
            {t('units.remove')}
          </Button>
        </Group>
      </Cell>
    </Row>
  );
}

/** Where it is, and in whose name it is asked. */
function UnitPlace({ row: { fields } }: { row: UnitRow }) {
  const words = [fields['url'], fields['user'], fields['keyId']].filter((word) => typeof word === 'string');
  return words.length === 0 ? null : <Soft>{words.join(' · ')}</Soft>;
}

function ChangeButton<Row extends UnitRow | CardsRow>({
  row,
  onChange,
}: {
  row: Row;
  onChange: (row: Row) => void;
}) {
  const { t } = useTexts();
  const name = row.type === 'cards' ? t('units.types.cards') : row.id;
  return (
    <Button onClick={() => onChange(row)} aria-label={t('units.changeOf', { unit: name })}>
      {t('units.change')}
    </Button>
  );
}

/** Moves a unit by one place. */
function Order({
  id,
  isFirst,
  isLast,
  act,
}: {
  id: string;
  isFirst: boolean;
  isLast: boolean;
  act: UnitAct;
}) {
  const { t } = useTexts();
  const unit = id === 'cards' ? t('units.types.cards') : id;
  return (
    <>
      <ActionButton
        variant="subtle"
        blocked={isFirst}
        onAction={() => act('move', { id, direction: 'up' })}
        aria-label={t('units.upOf', { unit })}
      >
        {t('units.up')}
      </ActionButton>
      <ActionButton
        variant="subtle"
        blocked={isLast}
        onAction={() => act('move', { id, direction: 'down' })}
        aria-label={t('units.downOf', { unit })}
      >
        {t('units.down')}
      </ActionButton>
    </>
  );
}
