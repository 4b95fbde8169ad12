/** What differs between two configurations, value by value. */
import { isTree } from '../receipt/tree.ts';
import type { TrailChange } from './wire.ts';

/** Names of values that nobody needs to read in a trail. */
const SECRET = /pass|secret|token|key|pin|badge|credential/i;
const MASK = '***';

/** Values that differ, by their path such as `Cmp.Nam`; lists count by their places. */
export function treeChanges(before: unknown, after: unknown): TrailChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name) ?? null, now.get(name) ?? null];
    if (was === is) return [];
    const shown = (value: string | null) => (value !== null && SECRET.test(name) ? MASK : value);
    return [{ name, before: shown(was), after: shown(is) }];
  });
}

function valuesOf(value: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (node: unknown, name: string): void => {
    if (Array.isArray(node)) node.forEach((item, i) => walk(item, `${name}[${i}]`));
    else if (isTree(node))
      for (const [key, item] of Object.entries(node)) walk(item, name === '' ? key : `${name}.${key}`);
    else if (node !== null && node !== undefined)
      found.set(name, typeof node === 'string' ? node : JSON.stringify(node));
  };
  walk(value, '');
  return found;
}
