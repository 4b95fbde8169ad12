import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { BesideFault } from '../../../service/settings/wire.ts';
import type { ControlStatus, Problem } from '../../../service/wire.ts';
import type { ProfileAct } from '../../api/profile.ts';
import { useAction } from '../../api/use-action.ts';
import { Facts } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Hint } from '../../components/part.tsx';
import { problemTextsOf } from '../../i18n/problem-texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PortalFacts, PortalLinks } from '../status/portal-facts.tsx';
import { BadgeDialog } from './badge-dialog.tsx';

/** The way to the portal: how it stands, and how to connect. */
export function BadgePanel({
  hasBadge,
  hasPortalBeside,
  status,
  act,
}: {
  hasBadge: boolean;
  hasPortalBeside: boolean;
  status: ControlStatus | null;
  act: ProfileAct;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<'enter' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const isFixed = status !== null && status.portal.register !== null;
  return (
    <Panel heading={t('settings.badge.heading')} intro={t('settings.badge.intro')}>
      {status !== null && (
        <>
          <PortalProblems problems={status.problems} />
          <Facts>
            <PortalFacts portal={status.portal} waiting={status.queues.recorder} />
          </Facts>
          <PortalLinks portal={status.portal} />
        </>
      )}
      {hasPortalBeside && !hasBadge && (
        <BesideButton hasCompany={status !== null && status.company !== null} act={act} />
      )}
      <Group gap="xs">
        <Button onClick={() => setAsked('enter')}>
          {t(hasBadge ? 'settings.badge.change' : 'settings.badge.enter')}
        </Button>
        {hasBadge && !isFixed && (
          <Button onClick={() => setAsked('remove')}>{t('settings.badge.remove')}</Button>
        )}
      </Group>
      {asked === 'enter' && <BadgeDialog act={act} onClose={close} />}
      {asked === 'remove' && (
        <ConfirmDialog
          heading={t('settings.badge.remove')}
          submit={t('settings.badge.doRemove')}
          color="red"
          action={() => act('badge', { badge: '' })}
          done={t('settings.badge.removed')}
          onClose={close}
        >
          <p>{t('settings.badge.removeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** What a person has to do about the connection. */
function PortalProblems({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTexts();
  return problems
    .filter(({ code }) => code.startsWith('RECORDER_'))
    .map(({ code, params = {} }) => (
      <Notice key={code} tone="look" role="status" title={t(`problem.${problemTextsOf(code)}.title`, params)}>
        <p>{t(`problem.${problemTextsOf(code)}.fix`, params)}</p>
      </Notice>
    ));
}

/** One click to the portal that runs beside; it gets to know the company by that. */
function BesideButton({ hasCompany, act }: { hasCompany: boolean; act: ProfileAct }) {
  const { t } = useTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  const connect = async () => {
    if ((await run(() => act('beside', {}))).ok) note(t('settings.badge.saved'));
  };
  if (!hasCompany) return <Hint>{t('settings.badge.besideNoCompany')}</Hint>;
  const fault = failure?.fields?.beside as BesideFault | undefined;
  const message = fault === undefined ? undefined : t(`settings.badge.besideWrong.${fault}`);
  return (
    <>
      <FailureNote failure={failure && { ...failure, message: message ?? failure.message }} />
      <Group gap="xs">
        <Button variant="filled" loading={busy} onClick={() => void connect()}>
          {t('settings.badge.beside')}
        </Button>
      </Group>
      <Hint>{t('settings.badge.besideHint')}</Hint>
    </>
  );
}
