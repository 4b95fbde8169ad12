import { type Permission, type Role, ROLES } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';

/**
 * Roles that somebody may give, for a choice: nobody gives more than they have.
 * Whoever manages users has all permissions but perhaps the one to purchase,
 * which only administrators have.
 */
export function useRoleChoice(may: ReadonlySet<Permission>): { value: Role; label: string }[] {
  const { t } = usePortalTexts();
  return ROLES.filter((role) => role !== 'ADMIN' || may.has('Purchase')).map((role) => ({
    value: role,
    label: t('people.roleChoice', { name: t(`role.${role}`), role }),
  }));
}
