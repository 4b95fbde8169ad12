/** Nobody gives or takes rights that he does not have himself. */
import { forbidden } from '../problem.ts';
import { type Caller, permissionsAt } from './caller.ts';
import { permissionsOf, type Role } from './roles.ts';

/**
 * Checks that a caller has all permissions of a role where it is given or taken.
 * @throws Problem 403
 */
export function mustCover(caller: Caller, { path }: { path: string }, role: Role): void {
  const own = permissionsAt(caller, path);
  const missing = permissionsOf(role).filter((permission) => !own.has(permission));
  if (missing.length > 0) {
    throw forbidden(`the role ${role} includes ${missing.join(', ')}, which you do not have here`);
  }
}
