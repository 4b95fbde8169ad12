/** Which entries of the audit trail somebody wants to see. */
import type { TrailEntry, TrailWhat } from './wire.ts';

/** What to look for; what is missing fits everything. */
export interface TrailFilter {
  /** First and last day, `YYYY-MM-DD`. */
  from?: string | undefined;
  till?: string | undefined;
  what?: readonly TrailWhat[] | undefined;
  /** Anywhere in it, in any case. */
  text?: string | undefined;
}

/** Whether an entry is wanted. */
export function fits(entry: TrailEntry, { from, till, what, text }: TrailFilter): boolean {
  const day = entry.at.slice(0, 10);
  if ((from !== undefined && day < from) || (till !== undefined && day > till)) return false;
  if (what !== undefined && !what.includes(entry.what)) return false;
  return text === undefined || textOf(entry).includes(text.toLowerCase());
}

function textOf({ who, from, rn = '', about = '', what, changes = [] }: TrailEntry): string {
  const values = changes.flatMap(({ name, before, after }) => [name, before ?? '', after ?? '']);
  return [who.name ?? '', who.role ?? '', from, rn, about, what, ...values].join('\n').toLowerCase();
}
