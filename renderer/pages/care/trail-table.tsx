import { Text } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { TrailChange, TrailEntry } from '../../../service/trail/wire.ts';
import type { RegisterName } from '../../../service/wire.ts';
import { Fold } from '../../components/fold.tsx';
import { Mark } from '../../components/mark.tsx';
import { Soft } from '../../components/part.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useCountryTexts } from '../../countries/described/country-texts.ts';
import { formatDocumentTime } from '../../format/day.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { aboutOf, changedOf, personOf } from './trail-about.ts';

/** Entries of the audit trail. */
export function TrailTable({
  entries,
  registers,
}: {
  entries: readonly TrailEntry[];
  /** Registers that there are: words depend on the country. */
  registers: readonly RegisterName[];
}) {
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
            <What entry={entry} country={registers.find(({ rn }) => rn === entry.rn)?.country ?? null} />
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
        {/* The service itself is nowhere else. */}
        {[kind === 'person' ? role && roleName(t, role) : name, kind === 'service' ? null : from]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}

function What({ entry, country }: { entry: TrailEntry; country: string | null }) {
  const { what, outcome, rn, about, changes = [] } = entry;
  const { t } = useTexts();
  return (
    <>
      {t(`care.trail.what.${what}`)}{' '}
      {outcome === 'refused' && <Mark tone="bad">{t('care.trail.refused')}</Mark>}
      {(rn !== undefined || about !== undefined) && (
        <Text span display="block" size="sm" c="dimmed">
          {rn !== undefined && t('care.trail.register', { rn })}
          {rn !== undefined && about !== undefined && ' · '}
          <AboutWhat entry={entry} country={country} />
        </Text>
      )}
      {changes.length > 0 && (
        <Fold summary={t('care.trail.changes', { count: changes.length })}>
          {changes.map((change, i) => (
            <Text key={`${change.name} ${i}`} size="sm">
              <Changed {...change} isOfPeople={what === 'people'} />
            </Text>
          ))}
        </Fold>
      )}
    </>
  );
}

function Changed({ name, before, after, isOfPeople }: TrailChange & { isOfPeople: boolean }) {
  const { t } = useTexts();
  const person = isOfPeople ? changedOf(name) : null;
  const value = (text: string | null) => {
    if (text === null || text === '') return t('care.trail.nothing');
    return person?.of === 'role' ? roleName(t, text) : text;
  };
  return (
    <>
      <b>
        {person === null ? name : person.of === 'pin' ? `${t('people.pin')} ${person.name}` : person.name}
      </b>
      : {t('care.trail.change', { before: value(before), after: value(after) })}
    </>
  );
}

function AboutWhat({ entry, country }: { entry: TrailEntry; country: string | null }): ReactNode {
  const { t } = useTexts();
  const about = aboutOf(entry, country);
  if (about === null) return null;
  if ('country' in about) {
    return (
      <Suspense fallback={entry.about}>
        <CountryWords country={about.country} of={about.key} />
      </Suspense>
    );
  }
  if ('key' in about) return withoutDots(t(about.key));
  const person = entry.what === 'people' ? personOf(about.raw) : null;
  return person === null ? about.raw : `${person.name} (${roleName(t, person.role)})`;
}

function CountryWords({ country, of }: { country: string; of: string }): ReactNode {
  return withoutDots(useCountryTexts(country)(of, {}));
}

/** Words of a button that leads to a dialog, without the sign for that. */
const withoutDots = (text: string) => (text.endsWith('…') ? text.slice(0, -1).trimEnd() : text);

/** A role as people call it; another one as it stands. */
function roleName(t: Texts['t'], role: string): string {
  return role === 'cashier' || role === 'auditor' || role === 'manager'
    ? t(`people.roles.${role}.name`)
    : role;
}
