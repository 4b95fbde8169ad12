import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ask } from '../../api/ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Given } from './given.tsx';
import type { UserOfEntity } from './types.ts';

/** Takes somebody's role, and the keys that he has made if that is wanted. */
export function RemoveDialog({ user, onClose }: { user: UserOfEntity; onClose: () => void }) {
  const { t } = usePortalTexts();
  const [revokes, setRevokes] = useState(false);
  const path = `/Entity/${user.entityId}/Users/${user.userId}?revokeKeys=${String(revokes)}`;
  return (
    <ConfirmDialog
      heading={t('people.removeHeading', { name: user.name })}
      submit={t('common.remove')}
      color="red"
      action={() => ask(path, { method: 'DELETE' })}
      done={t('people.removed', { name: user.name })}
      onClose={onClose}
    >
      <p>{t('people.removeText')}</p>
      <Given user={user} role={null} revokes={revokes} onRevokes={setRevokes} />
    </ConfirmDialog>
  );
}
