/** Values in answers of the portal, which may be anything. */
import { isTree, type Tree } from '../receipt/tree.ts';

/** A text of an object; null when it is none. */
export function textIn(tree: unknown, name: string): string | null {
  const value: unknown = isTree(tree) && Object.hasOwn(tree, name) ? tree[name] : null;
  return typeof value === 'string' ? value : null;
}

/** A whole number of an object, 0 or more; null when it is none. */
export function numberIn(tree: unknown, name: string): number | null {
  const value: unknown = isTree(tree) && Object.hasOwn(tree, name) ? tree[name] : null;
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

/**
 * Why a portal refuses.
 * - `badge`: it is not in force
 * - `company`: it is of another company than the register
 * - `deactivated`: the register was, for ever
 * - `old`: the portal does not know what is asked
 * - `other`: the portal's words say it
 */
export type Refusal = 'badge' | 'company' | 'deactivated' | 'old' | 'other';

/** Statuses of a request that the portal has no route for. */
export function isUnknown(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Why the portal refused something: what it says of single fields, else of the whole; null when it says nothing. */
function reasonIn(tree: unknown): string | null {
  const errors: unknown = isTree(tree) && Object.hasOwn(tree, 'errors') ? tree.errors : null;
  const messages = Array.isArray(errors) ? errors.map((error) => textIn(error, 'message')) : [];
  const told = messages.filter((message) => message !== null && message !== '').join('; ');
  return told || textIn(tree, 'detail');
}

/**
 * What an answer means that is not the one hoped for. Portals say in words why they refuse; without them
 * something that stands between has answered, and it is tried again.
 */
export function refusalOf({
  status,
  body,
}: {
  status: number;
  body: Tree;
}): { unreachable: string } | { refused: string; why: Refusal } {
  const reason = reasonIn(body);
  if (reason === null) return { unreachable: `what answered (${status}) is not the portal` };
  return status === 429 || status >= 500
    ? { unreachable: reason }
    : { refused: reason, why: isUnknown(status) ? 'old' : 'other' };
}
