/** Query parameters: names are case-insensitive (doc 2). */
import type { Request } from 'express';
import type { TokenScope } from '../door/cloud-scope.ts';

/**
 * Reads the query of a request; the first of several equal names counts. With an access
 * token that was let in, register and company are the token's, named or not.
 */
export function queryOf(request: Request): Query {
  const start = request.url.indexOf('?');
  const scope = request.res?.locals.scope as TokenScope | undefined;
  const fixed = scope && { RN: scope.rn, TaxId: scope.terminal.TaxId };
  return new Query(start < 0 ? '' : request.url.slice(start + 1), fixed);
}

/** Parameters by lower-case name. */
export class Query {
  private readonly values = new Map<string, string>();

  /** @param fixed values that the text cannot change */
  constructor(text: string, fixed: Readonly<Record<string, string>> = {}) {
    for (const [name, value] of [...Object.entries(fixed), ...new URLSearchParams(text)]) {
      const key = name.toLowerCase();
      if (!this.values.has(key)) this.values.set(key, value);
    }
  }

  /** Value of a parameter (any case); undefined when missing or empty. */
  get(name: string): string | undefined {
    const value = this.values.get(name.toLowerCase());
    return value === '' ? undefined : value;
  }

  /** True when a parameter (any case) is there, with a value or without one. */
  has(name: string): boolean {
    return this.values.has(name.toLowerCase());
  }

  /** All parameters except the named ones (lower case). */
  others(known: ReadonlySet<string>): Record<string, string> {
    return Object.fromEntries([...this.values].filter(([name, value]) => !known.has(name) && value !== ''));
  }
}
