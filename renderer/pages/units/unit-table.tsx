import type { ReactNode } from 'react';
import type { CardsRow, UnitRow, UnitsOverview } from '../../../service/at-signing/wire.ts';
import type { UnitAct } from '../../api/units.ts';
import { Button } from '../../components/button.tsx';
import { ButtonRow } from '../../components/button-row.tsx';
import { DeedButton } from '../../components/deed-button.tsx';
import { useNotes } from '../../components/notes.ts';
import { Cell, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { UnitCertificateFacts } from './unit-certificate.tsx';
import { UnitState } from './unit-state.tsx';
import classes from './unit-table.module.css';

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
          <tr key={row.id} role="row" data-testid="unit" data-unit={row.id}>
            <Cell label={label.unit}>
              <span className={classes.name}>{t('units.types.cards')}</span>
            </Cell>
            <Cell label={label.state}>
              <span className={classes.soft}>{cardsState(row, t)}</span>
            </Cell>
            <Cell label={label.certificate}>
              <span className={classes.soft}>
                {t(row.hasPin ? 'units.cards.pin' : 'units.cards.delivered')}
              </span>
            </Cell>
            <Cell label={label.actions} actions>
              <ButtonRow>
                <ChangeButton row={row} onChange={onChange} />
                {order}
              </ButtonRow>
            </Cell>
          </tr>,
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
  if (row.problem !== null) return t('units.cards.problem', { reason: row.problem });
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
            reason: reply.failure.message ?? t('fiscal.failure.unanswered'),
          }),
    );
  };
  return (
    <tr role="row" data-testid="unit" data-unit={id} data-state={row.state}>
      <Cell label={label.unit}>
        <span className={classes.name}>{t(`units.types.${row.type}`)}</span>
        <code className={classes.id}>{id}</code>
        <UnitPlace row={row} />
      </Cell>
      <Cell label={label.state}>
        <UnitState row={row} />
      </Cell>
      <Cell label={label.certificate}>
        <UnitCertificateFacts certificate={row.certificate} />
      </Cell>
      <Cell label={label.actions} actions>
        <ButtonRow>
          <DeedButton
            onDeed={test}
            blocked={row.state === 'off'}
            aria-label={t('units.testOf', { unit: id })}
          >
            {t('units.test')}
          </DeedButton>
          {children}
          <Button kind="quiet" onClick={() => onRemove(row)} aria-label={t('units.removeOf', { unit: id })}>
            {t('units.remove')}
          </Button>
        </ButtonRow>
      </Cell>
    </tr>
  );
}

/** Where it is, and in whose name it is asked. */
function UnitPlace({ row: { fields } }: { row: UnitRow }) {
  const words = [fields['url'], fields['user'], fields['keyId']].filter((word) => typeof word === 'string');
  return words.length === 0 ? null : <span className={classes.soft}>{words.join(' · ')}</span>;
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
      <DeedButton
        kind="quiet"
        blocked={isFirst}
        onDeed={() => act('move', { id, direction: 'up' })}
        aria-label={t('units.upOf', { unit })}
      >
        {t('units.up')}
      </DeedButton>
      <DeedButton
        kind="quiet"
        blocked={isLast}
        onDeed={() => act('move', { id, direction: 'down' })}
        aria-label={t('units.downOf', { unit })}
      >
        {t('units.down')}
      </DeedButton>
    </>
  );
}
