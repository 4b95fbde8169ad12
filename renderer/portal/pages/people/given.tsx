import { Switch } from '@mantine/core';
import { Notice } from '../../../components/notice.tsx';
import type { Role } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Loading } from '../loading.tsx';
import type { ApiKey, OpenInvitation, UserOfEntity } from './types.ts';

/** Keys and invitations that go beyond somebody's rights. */
export interface GivenThings {
  apiKeys: ApiKey[];
  invitations: OpenInvitation[];
}

/**
 * What somebody leaves behind with another role, or none: keys that he may know by heart, and invitations.
 * @param user.entityId where the role is
 */
export function Given({
  user,
  role,
  revokes,
  onRevokes,
}: {
  user: UserOfEntity;
  /** Null: he is removed. */
  role: Role | null;
  revokes: boolean;
  onRevokes: (revokes: boolean) => void;
}) {
  const { t } = usePortalTexts();
  const query = role === null ? '' : `?role=${role}`;
  const given = useAsk<GivenThings>(`/Entity/${user.entityId}/Users/${user.userId}/Given${query}`);
  return (
    <Loading loaded={given}>
      {({ apiKeys, invitations }) => (
        <>
          {apiKeys.length > 0 && (
            <>
              <Notice tone="look" title={t('people.keysRemain', { name: user.name })}>
                <ul>
                  {apiKeys.map(({ keyId, name, role: may }) => (
                    <li key={keyId}>{t('people.keyAs', { name, role: t(`role.${may}`) })}</li>
                  ))}
                </ul>
              </Notice>
              <Switch
                label={t('people.revokeKeys')}
                description={t('people.revokeKeysHint')}
                checked={revokes}
                onChange={(event) => onRevokes(event.currentTarget.checked)}
              />
            </>
          )}
          {invitations.length > 0 && (
            <p>
              {t('people.invitationsEnd', {
                emails: invitations.map(({ emailAddress }) => emailAddress).join(', '),
              })}
            </p>
          )}
        </>
      )}
    </Loading>
  );
}
