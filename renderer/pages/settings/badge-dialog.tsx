import { Anchor, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { BadgeFault, BadgeResult } from '../../../service/settings/wire.ts';
import type { ProfileAct } from '../../api/profile.ts';
import type { Failure, Reply } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useMistakeFocus } from '../../components/focus.ts';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { isLocal } from '../status/portal-words.ts';

/** What is wrong with the text itself is said at its field. */
const OF_TEXT: readonly BadgeFault[] = ['text', 'address', 'badge', 'company'];

/** Takes the text of the portal, shows where it leads to, and connects when that is confirmed. */
export function BadgeDialog({ act, onClose }: { act: ProfileAct; onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  useMistakeFocus(failure);
  const [entered, setEntered] = useState('');
  const [missing, setMissing] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const submit = async () => {
    const badge = entered.trim();
    setMissing(badge === '');
    if (badge === '') return;
    const body = { badge, ...(asked !== null && { address: asked }) };
    const reply = await run(() => act('badge', body) as Promise<Reply<{ result: BadgeResult }>>);
    if (!reply.ok) {
      setAsked(null);
      return;
    }
    const { asks } = reply.value.result;
    if (asks !== undefined) {
      setAsked(asks);
      return;
    }
    note(t('settings.badge.saved'));
    onClose();
  };
  const fault = faultOf(failure);
  const isOfText = fault !== null && OF_TEXT.includes(fault);
  return (
    <Dialog
      heading={t(asked === null ? 'settings.badge.heading' : 'settings.badge.ask')}
      submit={t(asked === null ? 'settings.badge.next' : 'settings.badge.doConnect')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {asked === null ? (
        <>
          <PasswordField
            label={t('settings.badge.label')}
            description={t('settings.badge.hint')}
            error={
              missing ? t('settings.wrong.missing') : isOfText ? t(`settings.badge.wrong.${fault}`) : null
            }
            value={entered}
            onChange={setEntered}
          />
          <FailureNote
            failure={
              isOfText ? null : failure && withWords(failure, fault && t(`settings.badge.wrong.${fault}`))
            }
          />
        </>
      ) : (
        <Confirmation address={asked} onBack={() => setAsked(null)} />
      )}
    </Dialog>
  );
}

/** Where the badge is sent to, so that whoever has pasted a stranger's text sees it. */
function Confirmation({ address, onBack }: { address: string; onBack: () => void }) {
  const { t } = useTexts();
  const { host } = new URL(address);
  // Read aloud at once; and a second Enter confirms nothing.
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <>
      <Text
        ref={place}
        tabIndex={-1}
        fz="lg"
        fw={650}
        style={{ overflowWrap: 'anywhere' }}
        data-testid="portal-address"
      >
        {host}
      </Text>
      <code style={{ overflowWrap: 'anywhere' }}>{address}</code>
      {isLocal(address) && <p>{t('settings.badge.askLocal')}</p>}
      <Notice tone="look">
        <p>{t('settings.badge.askText')}</p>
      </Notice>
      <p>
        <Anchor component="button" type="button" onClick={onBack}>
          {t('settings.badge.back')}
        </Anchor>
      </p>
    </>
  );
}

function faultOf(failure: Failure | null): BadgeFault | null {
  return (failure?.fields?.badge as BadgeFault | undefined) ?? null;
}

function withWords(failure: Failure, message: string | null): Failure {
  return { ...failure, message: message ?? failure.message };
}
