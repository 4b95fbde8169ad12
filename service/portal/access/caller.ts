/** Who asks, and what they may do where. Permissions hold for all that is beneath (doc 1). */
import { permissionsOf, type Permission, type Role } from './roles.ts';

/** A role on an entity and everything beneath it. */
export interface Grant {
  entityId: number;
  /** Path of the entity: the ids from the root down to it, `/1/2/17/`. */
  path: string;
  role: Role;
}

/** Somebody with an API key, or signed in on the page, or nobody known yet. */
export interface Caller {
  kind: 'key' | 'user' | 'visitor';
  id: number;
  /** Name of the key or the user, for people. */
  name: string;
  grants: readonly Grant[];
}

/** Who has shown no credentials, where none are asked for. */
export const VISITOR: Caller = { kind: 'visitor', id: 0, name: '', grants: [] };

/**
 * What a caller may do with the entity at a path. Takes as long as the caller
 * has grants, however many entities there are.
 */
export function permissionsAt(caller: Caller, path: string): ReadonlySet<Permission> {
  const permissions = new Set<Permission>();
  for (const grant of caller.grants) {
    if (!path.startsWith(grant.path)) continue;
    for (const permission of permissionsOf(grant.role)) permissions.add(permission);
  }
  return permissions;
}

/** The highest entities that a caller has a permission on: what is beneath another one of them is left out. */
export function realms(caller: Caller, permission: Permission): string[] {
  const paths = caller.grants
    .filter(({ role }) => permissionsOf(role).includes(permission))
    .map(({ path }) => path)
    .sort();
  return paths.filter((path, i) => !paths.slice(0, i).some((above) => path.startsWith(above)));
}

/** How the audit log names a caller. */
export function actorOf(caller: Caller): string {
  return `${caller.kind} ${caller.id} ${caller.name}`;
}
