/** Values in answers of the portal, which may be anything. */
import { isTree } from '../receipt/tree.ts';

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
