/** Validation codes that stand in for the authority's in tests. */
import { createHash } from 'node:crypto';

/** A code for a series, the same each time. It begins with TEST, so that nobody takes it for a real one. */
export function ownSeriesCode(issuer: string, id: string): string {
  return `TEST${createHash('sha256').update(`${issuer} ${id}`).digest('hex').slice(0, 4).toUpperCase()}`;
}

/** True for a code that {@link ownSeriesCode} has made. */
export function isOwnCode({ test, code }: { test: boolean; code: string }): boolean {
  return test && code.startsWith('TEST');
}
