/** Whoever runs the portal: people and keys with rights on the first organization. */
import { FIRST_ID } from '../bootstrap.ts';
import { type Caller, permissionsAt } from './caller.ts';
import type { Permission } from './roles.ts';

const PATH = `/1/${FIRST_ID}/`;

/** Whether a caller has a permission there. */
export function hasAsOperator(caller: Caller, permission: Permission): boolean {
  return permissionsAt(caller, PATH).has(permission);
}
