/** What the control page asks and is told about the profile. Types only. */
import type { AttributeType } from '../countries/contract/attribute.ts';
import type { AttributeScope } from './attribute-table.ts';

export type { AttributeScope } from './attribute-table.ts';
export type { AttributeType } from '../countries/contract/attribute.ts';

/** An attribute: what is known of it, and how it is set. */
export interface AttributeEntry {
  name: string;
  /** False for a name in the list that nobody reads. */
  known: boolean;
  /** The known name that may have been meant; null when there is none. */
  meant: string | null;
  scope: AttributeScope;
  type: AttributeType;
  /** What counts when it is not set, as it would be written; null for off and for nothing. */
  standard: string | null;
  /** A change counts after a restart only. */
  restart: boolean;
  /** Setting it loses receipts, stops sales, keeps them from the authority or lets others in. */
  danger: boolean;
  /** As it is set, `true` where it has no value, empty for a secret; null when it is not set. */
  value: string | null;
  /** Its value cannot be and is not in force: somebody wrote it into the file. */
  ignored: boolean;
  /** It was changed, and counts after a restart. */
  waits: boolean;
}

/** Body of `GET /control/profile`; with `RN` the attributes that a register may have of its own, and what it has. */
export interface ProfileOverview {
  /** All known ones, then the others that are set. */
  attributes: AttributeEntry[];
  /** The list as somebody wrote it, secrets as blanks. */
  text: string;
  /** Megabytes. */
  diskQuota: number;
  leastQuota: number;
  mostQuota: number;
  /** The company's badge from the portal is kept. */
  hasBadge: boolean;
  /** A portal runs beside, to which the action `beside` connects; false where the profile names another one. */
  hasPortalBeside: boolean;
  /** Where a badge that names no portal is sent to; null while no portal is known. */
  portalAddress: string | null;
}

/**
 * What is wrong with a badge.
 * - `text`: it cannot be one
 * - `address`: it names an address that cannot be a portal's, or that must not be used
 * - `badge`, `company`, `deactivated`, `old`, `other`: the portal refuses it (service/recorder/activation.ts)
 * - `unchecked`: the portal cannot be asked, and the badge in force is in use
 * - `fixed`: registers are connected with the one in force, or with another portal
 */
export type BadgeFault =
  'text' | 'address' | 'badge' | 'company' | 'deactivated' | 'old' | 'other' | 'unchecked' | 'fixed';

/**
 * Why the portal beside is not connected to.
 * - `noPortal`: none runs beside; `otherPortal`: the profile names another one
 * - `noCompany`: no register is configured yet
 * - `starting`: it is on its way; `failed`: it does not run
 * - `refused`: it runs, and says no
 */
export type BesideFault = 'noPortal' | 'otherPortal' | 'noCompany' | 'starting' | 'failed' | 'refused';

/** Result of the action `badge`. */
export interface BadgeResult {
  /** English. */
  warnings: string[];
  /** Nothing was done: where the badge would be sent to, to be confirmed by asking again with this `address`. */
  asks?: string;
}

/** Result of the action `preview`. */
export interface ListPreview {
  /** By name; null where there is none. Secrets as `***`. */
  changes: { name: string; before: string | null; after: string | null }[];
  /** English: names that nobody knows. */
  warnings: string[];
}

/**
 * Actions of `POST /control/profile/{action}` with their bodies; with `RN` those of a register. What is wrong
 * comes back as `fields`: attributes by name, `quota`, `badge` ({@link BadgeFault}),
 * `beside` ({@link BesideFault}), or `text` for a list that cannot be read.
 */
export interface ProfileActions {
  set: { name: string; value: string };
  remove: { name: string };
  /**
   * The whole list; a blank secret stays as it is. `before` is the list that was worked on: 409 with
   * `text: 'older'` when it is not in force any more.
   */
  list: { text: string; before?: string };
  /** What a list would change ({@link ListPreview}); nothing is stored. */
  preview: { text: string };
  /** Megabytes. */
  quota: { megabytes: number };
  /**
   * The company's badge from the portal, alone or with the portal's address; empty for none.
   * `address` is the one that a person has seen: without it the answer asks for it ({@link BadgeResult}).
   */
  badge: { badge: string; address?: string };
  /** Connects to the portal that runs beside, which makes a badge for the company. */
  beside: Record<string, never>;
}
