import type { PageResult } from '../../../service/countries/contract/described-page/fields.ts';

/** What an action brought to be shown; null when it is nothing. */
export function resultOf(answer: unknown): PageResult | null {
  const { result } = (answer ?? {}) as { result?: { facts?: unknown } | null };
  const facts = result?.facts;
  return Array.isArray(facts) && facts.length > 0 ? { facts: facts as PageResult['facts'] } : null;
}
