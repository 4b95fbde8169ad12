/** What a change of the profile changes, as the journal tells it. */
import { withoutLogins } from '../receipt/addresses.ts';
import { attributeRow, isSecret } from './attribute-table.ts';
import type { Attributes } from './attributes.ts';

/** One value of the profile that has changed. */
export interface ValueChange {
  /** Attribute or field, e.g. `Normalize_D` or `DiskQuota`. */
  name: string;
  /** Null where there was, or is, none; secrets, and logins in addresses, as `***`. */
  before: string | null;
  after: string | null;
}

/** Stands for every secret. */
export const MASK = '***';

/** Attributes of which the values differ, by name; the last of equal names counts. */
export function attributeChanges(before: Attributes, after: Attributes): ValueChange[] {
  const spellings = new Map<string, string>();
  for (const { name } of [...before.items, ...after.items]) {
    spellings.set(name.toLowerCase(), attributeRow(name)?.name ?? name);
  }
  return [...spellings.values()].sort().flatMap((name) => {
    const [old, now] = [before.text(name) ?? null, after.text(name) ?? null];
    if (old === now) return [];
    const shown = (value: string | null) =>
      value === null ? null : isSecret(name) ? MASK : withoutLogins(value);
    return [{ name, before: shown(old), after: shown(now) }];
  });
}

/** Names of attributes that are read at the start only and differ from what they were then. */
export function restartNeeded(atStart: Attributes, now: Attributes): string[] {
  return attributeChanges(atStart, now)
    .map(({ name }) => name)
    .filter((name) => attributeRow(name)?.restart === true);
}
