/** What the control page is told about people. Types only. */

/**
 * What a person may do on the control page (rules.ts):
 * - `cashier`: the state, receipts and their copies, the drawer, the day with X and Z
 * - `auditor`: reads receipts, days, totals, exports and the journal; changes nothing
 * - `manager`: everything
 */
export type Role = 'cashier' | 'auditor' | 'manager';

/** A person of the control page, as `GET /control/people` shows it. */
export interface PersonEntry {
  id: string;
  name: string;
  role: Role;
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  since: string;
  /** When the rights ended; null while the person may sign in. */
  ended: string | null;
}

/** Answer of `GET /control/people`. */
export interface PeopleOverview {
  /** The profile has a password: without one nobody is asked who he is, and nobody can be added. */
  hasPassword: boolean;
  /** Those who may sign in first, by name. */
  people: PersonEntry[];
}

/** What is wrong with a field of a person. */
export type PersonFault =
  | 'missing'
  | 'tooLong'
  | 'taken'
  /** Not 4 to 8 digits. */
  | 'notDigits'
  /** The same digit throughout, or digits in their order. */
  | 'tooEasy'
  | 'unknown'
  /** There are as many people as there can be. */
  | 'tooMany'
  /** The profile has no password. */
  | 'noPassword';
