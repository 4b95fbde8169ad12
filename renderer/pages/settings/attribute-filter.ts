import type { AttributeEntry } from '../../../service/settings/wire.ts';

/** Which attributes are shown. */
export const ATTRIBUTE_FILTERS = ['all', 'set'] as const;
/** One of the choices of {@link ATTRIBUTE_FILTERS}. */
export type AttributeFilter = (typeof ATTRIBUTE_FILTERS)[number];

/** Whether an attribute is shown under a filter. */
export function isShown({ value }: AttributeEntry, filter: AttributeFilter): boolean {
  return filter === 'all' || value !== null;
}

/** Whether all words of a search are found somewhere in the texts of an attribute. */
export function isFound(texts: readonly string[], search: string): boolean {
  const all = plain(texts.join(' '));
  return plain(search)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Without capitals and accents, which are left out when one searches. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
