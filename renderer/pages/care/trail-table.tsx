import { Text } from '@mantine/core';
import type { TrailEntry } from '../../../service/trail/wire.ts';
import { Fold } from '../../components/fold.tsx';
import { Mark } from '../../components/mark.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatDocumentTime } from '../../format/day.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Entries of the audit trail. */
export function TrailTable({ entries }: { entries: readonly TrailEntry[] }) {
  const { t, locale } = useTexts();
  const label = {
    at: t('care.trail.column.at'),
    who: t('care.trail.column.who'),
    what: t('care.trail.column.what'),
  };
  return (
    <WideTable caption={t('care.trail.heading')} columns={Object.values(label)}>
      {entries.map((entry) => (
        <Row key={entry.n} data-testid="entry" data-what={entry.what}>
          <Cell label={label.at}>
            {formatDocumentTime(entry.at, locale)} <Soft>#{entry.n}</Soft>
          </Cell>
          <Cell label={label.who}>
            <Who {...entry} />
          </Cell>
          <Cell label={label.what}>
            <What {...entry} />
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

function Who({ who: { kind, name, role }, from }: TrailEntry) {
  const { t } = useTexts();
  return (
    <>
      <Text span fw={600}>
        {kind === 'person' && name !== undefined ? name : t(`care.trail.who.${kind}`)}
      </Text>
      <Text span display="block" size="sm" c="dimmed">
        {[kind === 'person' ? role : name, from].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

function What({ what, outcome, rn, about, changes = [] }: TrailEntry) {
  const { t } = useTexts();
  const value = (text: string | null) => (text === null || text === '' ? t('care.trail.nothing') : text);
  return (
    <>
      {t(`care.trail.what.${what}`)}{' '}
      {outcome === 'refused' && <Mark tone="bad">{t('care.trail.refused')}</Mark>}
      {(rn !== undefined || about !== undefined) && (
        <Text span display="block" size="sm" c="dimmed">
          {[rn === undefined ? null : t('care.trail.register', { rn }), about].filter(Boolean).join(' · ')}
        </Text>
      )}
      {changes.length > 0 && (
        <Fold summary={t('care.trail.changes', { count: changes.length })}>
          {changes.map(({ name, before, after }, i) => (
            <Text key={`${name} ${i}`} size="sm">
              <b>{name}</b>: {t('care.trail.change', { before: value(before), after: value(after) })}
            </Text>
          ))}
        </Fold>
      )}
    </>
  );
}
