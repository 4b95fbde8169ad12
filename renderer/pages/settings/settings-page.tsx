import { Anchor } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { AttributeEntry, ProfileOverview } from '../../../service/settings/wire.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { askProfile, changeProfile, type ProfileAct } from '../../api/profile.ts';
import { usePagePart } from '../../api/use-page-choice.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { Placeholder } from '../../components/placeholder.tsx';
import { UndoBar } from '../../components/undo-bar.tsx';
import { useAction } from '../../api/use-action.ts';
import { countryWithPage } from '../../countries/list.ts';
import { countryName } from '../../format/country.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadGuard } from '../fiscal/load-guard.tsx';
import { AttributesPanel } from './attributes-panel.tsx';
import { BackupPanel } from './backup-panel.tsx';
import { BadgePanel } from './badge-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PlacesPanel } from './places-panel.tsx';
import { QuotaPanel } from './quota-panel.tsx';
import { RegisterChoice } from './register-choice.tsx';
import { RestartNotice } from './restart-notice.tsx';
import { ShellPanel } from './shell-panel.tsx';
import { TaskAttributes } from './task-attributes.tsx';
import { TaskBar, TaskList } from './task-list.tsx';
import { entriesOf, isTask, type Task } from './tasks.ts';
import type { Done } from './undo.ts';

/** The forms of the configuration come with the set-up assistant. */
const RegistersPanel = lazy(() =>
  import('./registers-panel.tsx').then(({ RegistersPanel: panel }) => ({ default: panel })),
);

/** The settings of the installation, by what somebody wants to do. */
export function SettingsPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const part = usePagePart();
  const task = isTask(part) ? part : null;
  const [isOwn, setOwn] = useState(false);
  const hasOthers = (snapshot.status?.registers.length ?? 0) > 1;
  const choice = hasOthers && <RegisterChoice rn={rn} isOwn={isOwn} onChoose={setOwn} />;
  // Only experts set something for one register; what was done for one of them cannot be taken back on the other.
  const own = task === 'expert' && isOwn;
  return <Profile key={String(own)} {...{ rn, snapshot, task, choice }} own={own ? rn : null} />;
}

function Profile({
  rn,
  own,
  task,
  choice,
  snapshot,
}: {
  rn: string;
  /** The register whose own attributes are shown; null for the service's. */
  own: string | null;
  /** Null: all of them are offered. */
  task: Task | null;
  choice: React.ReactNode;
  snapshot: Snapshot;
}) {
  const { t } = useTexts();
  const { status } = snapshot;
  const note = useNotes();
  const ask = useCallback(() => askProfile(own), [own]);
  const [loaded, reload] = useReloader(ask, status);
  const latest = useRef(loaded.value);
  useEffect(() => {
    latest.current = loaded.value;
  });
  const [done, setDone] = useState<(Done & { after: string | null })[]>([]);
  const undoing = useAction();
  const act = useCallback<ProfileAct>(
    async (action, body) => {
      const reply = await changeProfile(own)(action, body);
      await reload();
      return reply;
    },
    [reload, own],
  );
  const last = done.at(-1);
  const undo = async () => {
    if (last === undefined) return;
    // Only where nobody has changed anything since.
    const guarded: ProfileAct = (action, body) =>
      act(action, action === 'list' && last.after !== null ? { ...body, before: last.after } : body);
    const reply = await undoing.run(() => last.undo(guarded));
    if (!reply.ok) return;
    setDone((before) => before.slice(0, -1));
    note(t('settings.undone'));
  };
  const tell = (one: Done | null) => {
    // The list as it is after the change; it is known once it was asked for again.
    const after = latest.current?.text ?? null;
    setDone((before) => (one === null ? [] : [...before, { ...one, after }]));
  };
  const isOlder = undoing.failure?.fields?.['text'] === 'older';
  return (
    <LoadedPage heading={t('settings.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <>
          {task !== null && <TaskBar current={task} />}
          <RestartNotice attributes={overview.attributes} />
          {last !== undefined && <UndoBar what={last.what} onUndo={undo} />}
          <FailureNote
            failure={
              isOlder
                ? { ...undoing.failure!, message: t('settings.undoOlder'), details: [] }
                : undoing.failure
            }
          />
          {task === null ? (
            <TaskList links={linksOf(t)} />
          ) : (
            <TaskParts {...{ task, rn, own, choice, snapshot, overview, act }} onDone={tell} />
          )}
        </>
      )}
    </LoadedPage>
  );
}

function linksOf(t: ReturnType<typeof useTexts>['t']) {
  const eInvoices = { name: t('eInvoices.heading'), text: t('settings.setUpEInvoices') };
  const people = { name: t('people.heading'), text: t('people.who') };
  const start = { name: t('setup.heading'), text: t('settings.assistant') };
  return [
    { href: PAGE_HASH.people, ...people },
    { href: PAGE_HASH.eInvoices, ...eInvoices },
    { href: PAGE_HASH.start, ...start },
  ];
}

interface TaskProps {
  task: Task;
  rn: string;
  own: string | null;
  choice: React.ReactNode;
  snapshot: Snapshot;
  overview: ProfileOverview;
  act: ProfileAct;
  onDone: (done: Done | null) => void;
}

function TaskParts({ task, rn, own, choice, snapshot, overview, act, onDone }: TaskProps) {
  const { t } = useTexts();
  const { status } = snapshot;
  const { attributes, text } = overview;
  if (task === 'expert')
    return (
      <AttributesPanel
        overview={overview}
        intro={own === null ? t('settings.intro') : t('settings.introOwn', { rn: own })}
        choice={choice}
        act={act}
        onDone={onDone}
      />
    );
  const entries = entriesOf(task, attributes, status?.country ?? null);
  // A secret that was there is known to nobody but the service: it cannot be put back.
  const told = ({ name, type, value }: AttributeEntry) =>
    onDone(
      type.kind === 'secret' && value !== null
        ? null
        : { what: name, undo: (again) => again('list', { text }) },
    );
  return (
    <>
      {task === 'company' && (
        <LoadGuard>
          <Suspense fallback={<Placeholder />}>
            <RegistersPanel rn={rn} snapshot={snapshot} />
          </Suspense>
        </LoadGuard>
      )}
      {task === 'backup' && <BackupPanel rn={rn} snapshot={snapshot} />}
      {task === 'backup' && <QuotaPanel key={overview.diskQuota} {...{ overview, act, onDone }} />}
      {task === 'security' && <PasswordPanel />}
      {task === 'portal' && (
        <BadgePanel
          hasBadge={overview.hasBadge}
          hasPortalBeside={overview.hasPortalBeside}
          status={status}
          act={act}
        />
      )}
      {entries.length > 0 && (
        <TaskAttributes
          heading={t(`settings.task.${task}.name`)}
          {...{ entries, attributes, act }}
          onSet={told}
        />
      )}
      {task === 'network' && <PlacesPanel news={status} />}
      {task === 'program' && <ShellPanel />}
      <OtherPage task={task} country={countryWithPage(status)} />
    </>
  );
}

/** Where more of a task is done. */
function OtherPage({ task, country }: { task: Task; country: string | null }) {
  const { t, locale } = useTexts();
  const link =
    task === 'printing'
      ? { href: PAGE_HASH.devices, name: t('devices.heading') }
      : task === 'tax' && country !== null
        ? { href: PAGE_HASH.fiscal, name: countryName(country, locale) }
        : null;
  if (link === null) return null;
  return (
    <Panel heading={t('settings.more')}>
      <Anchor href={link.href}>{t('page.banner.openPage', { page: link.name })}</Anchor>
    </Panel>
  );
}
