/**
 * Attributes that decide whether receipts count. While they do, nobody switches
 * that off who has not shown the manager's password: documents of a test look real
 * and are in no file for the authority.
 */
import { attributeRow } from './attribute-table.ts';
import type { ValueChange } from './profile-changes.ts';

/** A change of attributes that needs the manager's password. */
export class GuardedError extends Error {
  /** Their names. */
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    const listed = names.join(', ');
    super(
      `receipts count here: ${listed} is changed with the manager’s password alone; set one first where there is none`,
    );
    this.names = names;
  }
}

/** @throws GuardedError when one of the changes needs the manager's password */
export function refuseGuarded(changes: readonly ValueChange[]): void {
  const names = changes.map(({ name }) => name).filter((name) => attributeRow(name)?.guarded);
  if (names.length > 0) throw new GuardedError(names);
}
