/** Roles and what they may do (doc 1, Roles and permissions). */

/** Permissions, in the order of the specification. */
export const PERMISSIONS = [
  'ReadCompany',
  'ManageCompany',
  'ManageRegister',
  'ManageUsers',
  'ManageBill',
  'Purchase',
  'ExportData',
  'ReadRegister',
] as const;

/** See {@link PERMISSIONS}. */
export type Permission = (typeof PERMISSIONS)[number];

const TABLE = {
  ADMIN: PERMISSIONS,
  EDITOR: [
    'ReadCompany',
    'ManageCompany',
    'ManageRegister',
    'ManageUsers',
    'ManageBill',
    'ExportData',
    'ReadRegister',
  ],
  DATAFISCAL: ['ReadCompany', 'ManageCompany', 'ReadRegister', 'ExportData'],
  DATAVIEWER: ['ReadCompany', 'ReadRegister', 'ExportData'],
  FISCAL: ['ReadCompany', 'ManageCompany', 'ReadRegister'],
  VIEWER: ['ReadCompany', 'ReadRegister'],
} as const satisfies Record<string, readonly Permission[]>;

/** A role. */
export type Role = keyof typeof TABLE;

/** All roles, the mightiest first. */
export const ROLES = Object.keys(TABLE) as [Role, ...Role[]];

/** What a role may do. */
export function permissionsOf(role: Role): readonly Permission[] {
  return TABLE[role];
}
