/** The audit trail: who did what, when and from where. Types only. */

/** Who has done something. */
export interface TrailWho {
  /**
   * - `person`: signed in under a name; `manager`: with the manager's password
   * - `machine`: a page on this machine, as nobody has set a password; `program`: a program that may do it
   * - `pos`: whoever reaches the register as a POS; `token`: a till with an access token of the portal
   * - `service`: this program by itself
   */
  kind: 'person' | 'manager' | 'machine' | 'program' | 'pos' | 'token' | 'service';
  /** Name of the person, of the user of `.htdigest`, of the terminal of the token; what a program calls itself. */
  name?: string;
  /** Role of a person. */
  role?: string;
}

/** What was done; a text for each stands under `care.trail.what`. */
export type TrailWhat =
  | 'settings'
  | 'password'
  | 'signIn'
  | 'signOut'
  | 'people'
  | 'cfg'
  | 'certificate'
  | 'units'
  | 'country'
  | 'devices'
  | 'eInvoices'
  | 'void'
  | 'report'
  | 'export'
  | 'exportTaken'
  | 'exportRemoved'
  | 'backupFolder'
  | 'backupHour'
  | 'backup'
  | 'backupTaken'
  | 'drill'
  | 'restore'
  | 'support'
  | 'mending'
  | 'disk'
  | 'restart'
  | 'licence'
  | 'places';

/** A value that was changed; secrets as `***`. */
export interface TrailChange {
  name: string;
  before: string | null;
  after: string | null;
}

/** Something that was done. */
export interface TrailEntry {
  /** From 1 on, without a gap. */
  n: number;
  /** Local time with offset. */
  at: string;
  who: TrailWho;
  /** Address of the other end; `this machine` for the service itself. */
  from: string;
  what: TrailWhat;
  /** `refused`: somebody tried. */
  outcome: 'done' | 'refused';
  /** The register that it was about; missing for the service. */
  rn?: string;
  /** What exactly: number of a receipt, name of a file, action. */
  about?: string;
  /** The first ones. */
  changes?: TrailChange[];
}

/** Something that is wrong with the trail itself. */
export interface TrailDamage {
  /** - `changed`: an entry is not as it was written; `missing`: entries are gone; `unreadable`; `end`: the newest entries are gone */
  kind: 'changed' | 'missing' | 'unreadable' | 'end';
  /** Number of the entry, of the first that is missing. */
  n: number;
}

/** Answer of `GET /control/audit-trail`. */
export interface TrailPart {
  /** Newest first. */
  entries: TrailEntry[];
  /** There are older ones that fit: sent as `before`, they come. Null when these are all. */
  before: number | null;
  /** Entries in all. */
  total: number;
  /** What is wrong with it; the first ones. */
  damages: TrailDamage[];
}
