/** The outermost element of a request: which record it is. */
import { isTree, type Tree } from './tree.ts';

/** A transaction, and the start, update and end without sale of one that takes longer (answers 10). */
export const RECORD_TYPES = ['Tra', 'TraS', 'TraU', 'TraV'] as const;

/** Type of a posted record. */
export type RecordType = (typeof RECORD_TYPES)[number];

/** A property of a tree, never one of its prototype. */
export function own(tree: Tree, name: string): Tree[string] | undefined {
  return Object.hasOwn(tree, name) ? tree[name] : undefined;
}

/** Type and content of a posted record; a bare `{ESR}` is a Tra. Null when it is neither. */
export function unwrap(body: Tree): { type: RecordType; tra: Tree } | null {
  const type = RECORD_TYPES.find((name) => own(body, name) !== undefined);
  const inner = type && own(body, type);
  if (type) return isTree(inner) ? { type, tra: inner } : type === 'Tra' ? null : { type, tra: {} };
  return own(body, 'ESR') === undefined ? null : { type: 'Tra', tra: body };
}
