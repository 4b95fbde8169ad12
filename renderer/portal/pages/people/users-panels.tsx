import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Mark } from '../../../components/mark.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../../components/wide-table.tsx';
import { timeText } from '../../time-text.ts';
import { idOf } from '../../api/entities.ts';
import { useSession } from '../../api/session.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Soft } from '../../../components/part.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { Loading } from '../loading.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { useSentInvitation } from './sent-invitation.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { UserOfEntity } from './types.ts';

/** Who may do what with an entity, and who has been invited to. */
export function UsersPanels({ line: { entity }, may }: SectionProps) {
  const { t } = usePortalTexts();
  const id = idOf(entity);
  const [isInviting, setInviting] = useState(false);
  const { toDeliver, tellSent } = useSentInvitation();
  const users = useAsk<{ users: UserOfEntity[] }>(`/Entity/${id}/Users`);
  return (
    <>
      <Panel heading={t('section.users')} intro={t('people.intro')}>
        <Loading loaded={users}>{({ users: all }) => <UserTable users={all} may={may} />}</Loading>
        {toDeliver}
        <Group gap="xs">
          <Button variant="filled" onClick={() => setInviting(true)}>
            {t('people.invite')}
          </Button>
        </Group>
      </Panel>
      <InvitationsPanel entityId={id} />
      {isInviting && (
        <InviteDialog entity={entity} may={may} onSent={tellSent} onClose={() => setInviting(false)} />
      )}
    </>
  );
}

function UserTable({ users, may }: { users: readonly UserOfEntity[]; may: SectionProps['may'] }) {
  const { t, locale } = usePortalTexts();
  const { user: self } = useSession();
  const [asked, setAsked] = useState<{ action: 'role' | 'remove'; user: UserOfEntity } | null>(null);
  return (
    <>
      <WideTable
        caption={t('section.users')}
        columns={[t('people.name'), t('people.role'), t('people.lastSeen')]}
        actions={t('common.actions')}
      >
        {users.map((user) => (
          <Row key={`${user.userId} ${user.entityId}`}>
            <Cell label={t('people.name')}>
              {user.name}
              {user.userId === self.id && ` (${t('people.you')})`}
              <Soft>{user.email}</Soft>
            </Cell>
            <Cell label={t('people.role')}>
              {t(`role.${user.role}`)}
              {user.inherited && <Soft>{t('people.inherited', { entity: user.entityName })}</Soft>}
            </Cell>
            <Cell label={t('people.lastSeen')}>
              {user.signedInTimestamp === null ? (
                <Mark tone="plain">{t('common.never')}</Mark>
              ) : (
                timeText(user.signedInTimestamp, locale)
              )}
            </Cell>
            <Cell label={t('common.actions')} actions>
              {!user.inherited && (
                <>
                  <Button
                    variant="subtle"
                    aria-label={t('people.changeRoleOf', { name: user.name })}
                    onClick={() => setAsked({ action: 'role', user })}
                  >
                    {t('people.changeRole')}
                  </Button>
                  <Button
                    variant="subtle"
                    aria-label={t('people.removeOf', { name: user.name })}
                    onClick={() => setAsked({ action: 'remove', user })}
                  >
                    {t('common.remove')}
                  </Button>
                </>
              )}
            </Cell>
          </Row>
        ))}
      </WideTable>
      {asked?.action === 'role' && <RoleDialog user={asked.user} may={may} onClose={() => setAsked(null)} />}
      {asked?.action === 'remove' && <RemoveDialog user={asked.user} onClose={() => setAsked(null)} />}
    </>
  );
}
