import { Anchor } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import type { Snapshot } from '../../api/live-status.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { askProfile, changeProfile, type ProfileAct } from '../../api/profile.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { useNotes } from '../../components/notes.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { UndoBar } from '../../components/undo-bar.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { AttributesPanel } from './attributes-panel.tsx';
import { BadgePanel } from './badge-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PlacesPanel } from './places-panel.tsx';
import { QuotaPanel } from './quota-panel.tsx';
import { RegisterChoice } from './register-choice.tsx';
import { RestartNotice } from './restart-notice.tsx';
import { ShellPanel } from './shell-panel.tsx';
import type { Done } from './undo.ts';

/** The profile of the installation. */
export function SettingsPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const [isOwn, setOwn] = useState(false);
  const hasOthers = (snapshot.status?.registers.length ?? 0) > 1;
  const choice = hasOthers && <RegisterChoice rn={rn} isOwn={isOwn} onChoose={setOwn} />;
  // What was done for one of them cannot be taken back on the other.
  return <Profile key={String(isOwn)} rn={isOwn ? rn : null} choice={choice} snapshot={snapshot} />;
}

function Profile({
  rn,
  choice,
  snapshot,
}: {
  /** The register whose own attributes are shown; null for the service's. */
  rn: string | null;
  choice: ReactNode;
  snapshot: Snapshot;
}) {
  const { t } = useTexts();
  const { status } = snapshot;
  const note = useNotes();
  const ask = useCallback(() => askProfile(rn), [rn]);
  const [loaded, reload] = useReloader(ask, status);
  const [done, setDone] = useState<Done[]>([]);
  const act = useCallback<ProfileAct>(
    async (action, body) => {
      const reply = await changeProfile(rn)(action, body);
      await reload();
      return reply;
    },
    [reload, rn],
  );
  const last = done.at(-1);
  const undo = async () => {
    if (last === undefined) return;
    const reply = await last.undo(act);
    if (!reply.ok) return;
    setDone((before) => before.slice(0, -1));
    note(t('settings.undone'));
  };
  const tell = (one: Done | null) => setDone((before) => (one === null ? [] : [...before, one]));
  return (
    <LoadedPage heading={t('settings.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => (
        <>
          <RestartNotice attributes={overview.attributes} />
          {last !== undefined && <UndoBar what={last.what} onUndo={undo} />}
          <AttributesPanel
            overview={overview}
            intro={rn === null ? t('settings.intro') : t('settings.introOwn', { rn })}
            choice={choice}
            act={act}
            onDone={tell}
          />
          {rn === null && status?.usesEInvoices === false && (
            <Anchor href={PAGE_HASH.eInvoices}>{t('settings.setUpEInvoices')}</Anchor>
          )}
          {rn === null && <PasswordPanel />}
          {rn === null && (
            <BadgePanel
              hasBadge={overview.hasBadge}
              hasPortalBeside={overview.hasPortalBeside}
              status={status}
              act={act}
            />
          )}
          {rn === null && <PlacesPanel news={status} />}
          {rn === null && <QuotaPanel key={overview.diskQuota} overview={overview} act={act} onDone={tell} />}
          {rn === null && <ShellPanel />}
        </>
      )}
    </LoadedPage>
  );
}
