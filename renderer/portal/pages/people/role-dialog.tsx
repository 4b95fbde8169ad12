import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Hint } from '../../../components/part.tsx';
import { ask } from '../../api/ask.ts';
import type { Permission, Role } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Given } from './given.tsx';
import { useRoleChoice } from './role-choice.ts';
import type { UserOfEntity } from './types.ts';

/** Gives somebody another role. */
export function RoleDialog({
  user,
  may,
  onClose,
}: {
  user: UserOfEntity;
  may: ReadonlySet<Permission>;
  onClose: () => void;
}) {
  const { t } = usePortalTexts();
  const choice = useRoleChoice(may);
  const [role, setRole] = useState<Role>(user.role);
  const [revokeKeys, setRevokes] = useState(false);
  const path = `/Entity/${user.entityId}/Users/${user.userId}`;
  return (
    <ConfirmDialog
      heading={t('people.changeRoleOf', { name: user.name })}
      submit={t('common.save')}
      action={() => ask(path, { method: 'PUT', body: { role, revokeKeys } })}
      done={t('people.roleChanged', { name: user.name, role: t(`role.${role}`) })}
      onClose={onClose}
    >
      <NativeSelect
        label={t('people.role')}
        data={choice}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
      <Hint>{t(`roleText.${role}`)}</Hint>
      {role !== user.role && <Given user={user} role={role} revokes={revokeKeys} onRevokes={setRevokes} />}
    </ConfirmDialog>
  );
}
