import { List } from '@mantine/core';
import { useState } from 'react';
import type { DeviceAct } from '../../api/devices.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDeviceFailure } from './device-failure.ts';

type Level = 'high' | 'low' | null;

/** Finds out which level of the contact means open: it is read while the drawer is closed, and while it is open. */
export function DrawerDialog({
  learned,
  act,
  onClose,
}: {
  learned: Level;
  act: DeviceAct;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const words = useDeviceFailure();
  const [closed, setClosed] = useState<Level | undefined>(undefined);
  const [hasNoContact, setNoContact] = useState(false);
  const read = async (): Promise<Level | undefined> => {
    const reply = await action.run(() => act('level', {}));
    return reply.ok ? (reply.value.result.level ?? null) : undefined;
  };
  const next = async () => {
    setNoContact(false);
    const level = await read();
    if (level === undefined) return;
    if (closed === undefined) {
      setClosed(level);
      return;
    }
    if (level === null || level === closed) {
      setNoContact(true);
      return;
    }
    const reply = await action.run(() => act('learn', { open: level }));
    if (!reply.ok) return;
    note(t('devices.learn.done'));
    onClose();
  };
  const step = closed === undefined ? 'close' : 'open';
  return (
    <Dialog
      heading={t('devices.learn.begin')}
      submit={t(`devices.learn.${step}Submit`)}
      busy={action.busy}
      onSubmit={() => void next()}
      onClose={onClose}
    >
      <p>{t(learned === null ? 'devices.learn.intro' : 'devices.learn.known')}</p>
      <List type="ordered">
        <List.Item aria-current={step === 'close' ? 'step' : undefined}>{t('devices.learn.close')}</List.Item>
        <List.Item aria-current={step === 'open' ? 'step' : undefined}>{t('devices.learn.open')}</List.Item>
      </List>
      <p role="status">{t(step === 'close' ? 'devices.learn.first' : 'devices.learn.second')}</p>
      {step === 'open' && (
        <div>
          <ActionButton onAction={() => action.run(() => act('drawer', {}))}>
            {t('devices.drawer.openIt')}
          </ActionButton>
        </div>
      )}
      {hasNoContact && (
        <Notice tone="look" role="alert">
          <p>{t('devices.learn.same')}</p>
        </Notice>
      )}
      <FailureNote failure={words(action.failure)} />
    </Dialog>
  );
}
