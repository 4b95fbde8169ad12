import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { PeopleOverview, PersonEntry } from '../../../service/access/wire.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { askPeople, endPerson } from '../../api/people.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { Panel } from '../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { formatDay } from '../../format/day.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PersonDialog } from './person-dialog.tsx';
import { RolesFold } from './roles-fold.tsx';

/** Who may use the control page, and for what. */
export function PeoplePage({ snapshot }: { snapshot: Snapshot }) {
  const { t } = useTexts();
  const [loaded, reload] = useReloader(askPeople, null);
  // A cloud register has none.
  if (loaded.failure?.http === 404)
    return (
      <PageFrame heading={t('people.heading')} snapshot={snapshot}>
        <Notice tone="plain">
          <p>{t('people.inPortal')}</p>
        </Notice>
      </PageFrame>
    );
  return (
    <LoadedPage heading={t('people.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => <PeoplePanel overview={overview} reload={reload} />}
    </LoadedPage>
  );
}

function PeoplePanel({
  overview: { people, hasPassword },
  reload,
}: {
  overview: PeopleOverview;
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<{ person: PersonEntry | null } | null>(null);
  const [ending, setEnding] = useState<PersonEntry | null>(null);
  const active = people.filter(({ ended }) => ended === null);
  const ended = people.filter((person) => person.ended !== null);
  const end = async (id: string) => {
    const reply = await endPerson(id);
    await reload();
    return reply;
  };
  return (
    <>
      <Panel heading={t('people.who')} intro={t('people.intro')}>
        {hasPassword ? (
          <Group>
            <Button variant="filled" onClick={() => setAsked({ person: null })}>
              {t('people.add')}
            </Button>
          </Group>
        ) : (
          <Notice tone="look">
            <p>{t('people.needsPassword')}</p>
            <Anchor href={`${PAGE_HASH.settings}/security`}>{t('settings.password.heading')}</Anchor>
          </Notice>
        )}
        {active.length === 0 ? (
          <p>{t('people.none')}</p>
        ) : (
          <ActivePeople
            people={active}
            onChange={(person) => setAsked({ person })}
            onEnd={(person) => setEnding(person)}
          />
        )}
        <RolesFold />
      </Panel>
      {ended.length > 0 && <EndedPeople people={ended} />}
      {asked !== null && (
        <PersonDialog person={asked.person} onDone={reload} onClose={() => setAsked(null)} />
      )}
      {ending !== null && (
        <ConfirmDialog
          heading={t('people.endHeading', { name: ending.name })}
          submit={t('people.end')}
          color="red"
          action={() => end(ending.id)}
          done={t('people.endDone', { name: ending.name })}
          onClose={() => setEnding(null)}
        >
          <p>{t('people.endText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function ActivePeople({
  people,
  onChange,
  onEnd,
}: {
  people: readonly PersonEntry[];
  onChange: (person: PersonEntry) => void;
  onEnd: (person: PersonEntry) => void;
}) {
  const { t, locale } = useTexts();
  const [name, role, since] = [t('people.name'), t('people.role'), t('people.since')];
  return (
    <WideTable caption={t('people.who')} columns={[name, role, since]} actions={t('people.actions')}>
      {people.map((person) => (
        <Row key={person.id}>
          <Cell label={name}>{person.name}</Cell>
          <Cell label={role}>{t(`people.roles.${person.role}.name`)}</Cell>
          <Cell label={since}>{formatDay(person.since.slice(0, 10), locale)}</Cell>
          <Cell label={t('people.actions')} actions>
            <Button
              variant="subtle"
              aria-label={t('people.changeOf', { name: person.name })}
              onClick={() => onChange(person)}
            >
              {t('people.change')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              aria-label={t('people.endOf', { name: person.name })}
              onClick={() => onEnd(person)}
            >
              {t('people.end')}
            </Button>
          </Cell>
        </Row>
      ))}
    </WideTable>
  );
}

function EndedPeople({ people }: { people: readonly PersonEntry[] }) {
  const { t, locale } = useTexts();
  const [name, role, ended] = [t('people.name'), t('people.role'), t('people.endedOn')];
  return (
    <Panel heading={t('people.before')}>
      <WideTable caption={t('people.before')} columns={[name, role, ended]} fit="short">
        {people.map((person) => (
          <Row key={person.id}>
            <Cell label={name}>{person.name}</Cell>
            <Cell label={role}>{t(`people.roles.${person.role}.name`)}</Cell>
            <Cell label={ended}>{formatDay((person.ended ?? '').slice(0, 10), locale)}</Cell>
          </Row>
        ))}
      </WideTable>
    </Panel>
  );
}
