/** What the portal's API answers, as far as the page uses it (docs/portal-openapi.json says it all). */

/** Kinds of entities that have pages of their own. */
export type EntityKind = 'organization' | 'company' | 'location';

/** States of entities and registers. */
export type EntityState = 'Productive' | 'Test' | 'Deactivated';

/** Roles, the mightiest first. */
export const ROLES = ['ADMIN', 'EDITOR', 'DATAFISCAL', 'DATAVIEWER', 'FISCAL', 'VIEWER'] as const;

/** See {@link ROLES}. */
export type Role = (typeof ROLES)[number];

/** What somebody may do with an entity. */
export type Permission =
  | 'ReadCompany'
  | 'ManageCompany'
  | 'ManageRegister'
  | 'ManageUsers'
  | 'ManageBill'
  | 'Purchase'
  | 'ExportData'
  | 'ReadRegister';

/** A role on an entity and on everything beneath it. */
export interface Grant {
  entityId: number;
  name: string;
  kind: EntityKind;
  role: Role;
  permissions: Permission[];
}

/** Whoever has signed in. */
export interface Session {
  user: { id: number; name: string; email: string; language: string };
  /** Sent with everything that changes something. */
  csrf: string;
  grants: Grant[];
}

/** An organization, company or location. */
export interface Entity {
  organizationId?: number;
  companyId?: number;
  locationId?: number;
  parentEntityId: number;
  name: string;
  address: string | null;
  city: string | null;
  zip: string | null;
  countryCode: string | null;
  invoiceEmailAddress: string | null;
  userComment: string | null;
  state: EntityState;
  createdTimestamp: string;
  changedTimestamp: string;
  deactivateAfterTimestamp: string | null;
  taxId?: string;
  ignoreTaxId?: boolean;
  countryProperties?: { DE_WIdNr?: string | null } | null;
  locationIdentification?: string;
}

/** A page of a search. */
export interface Found {
  items: Entity[];
  totalCount: number;
  offset: number;
  limit: number;
}

/** A location in the tree of a company. */
export interface TreeLocation {
  locationId: number;
  name: string;
  state: EntityState;
  locationIdentification: string;
  registers: TreeRegister[];
}

/** A register in the tree of a company. */
export interface TreeRegister {
  registerId: number;
  registerNumber: string;
  name: string | null;
  state: EntityState;
}

/** What is in a company. */
export interface CompanyTree {
  locations: TreeLocation[];
  registers: TreeRegister[];
}

/** Somebody whom a company may be reached through. */
export interface Contact {
  contactId: number;
  contactName: string;
  emailAddress: string;
  contactType: string;
  phoneNumber: string | null;
}
