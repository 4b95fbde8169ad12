/** Nobody gives or takes rights that he does not have himself. */
import { forbidden } from '../problem.ts';
import { type Caller, permissionsAt } from './caller.ts';
import { type Permission, permissionsOf, type Role } from './roles.ts';

/** Whether a caller has all permissions of a role somewhere. */
export function covers(caller: Caller, entity: { path: string }, role: Role): boolean {
  return missing(caller, entity, role).length === 0;
}

/**
 * Checks that a caller has all permissions of a role where it is given or taken.
 * @throws Problem 403
 */
export function mustCover(caller: Caller, entity: { path: string }, role: Role): void {
  const lacking = missing(caller, entity, role);
  if (lacking.length > 0) {
    throw forbidden(`the role ${role} includes ${lacking.join(', ')}, which you do not have here`);
  }
}

function missing(caller: Caller, { path }: { path: string }, role: Role): Permission[] {
  const own = permissionsAt(caller, path);
  return permissionsOf(role).filter((permission) => !own.has(permission));
}
