import type { Role } from '../../../service/access/wire.ts';

/** All roles, the one that most people have first. */
export const ROLES: readonly Role[] = ['cashier', 'auditor', 'manager'];
