import type { AttributeEntry } from '../../../service/settings/wire.ts';

/** Which attributes are shown. */
export const ATTRIBUTE_FILTERS = ['used', 'set', 'all'] as const;
/** One of the choices of {@link ATTRIBUTE_FILTERS}. */
export type AttributeFilter = (typeof ATTRIBUTE_FILTERS)[number];

/** Whether an attribute is shown under a filter; what is set and has something the matter is, always. */
export function isShown({ value, used, known, ignored }: AttributeEntry, filter: AttributeFilter): boolean {
  if (filter === 'all' || ignored || (value !== null && !known)) return true;
  return filter === 'set' ? value !== null : used;
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
