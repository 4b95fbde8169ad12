import { localStorageColorSchemeManager } from '@mantine/core';
import { recall } from './memory.ts';

const MEMORY = 'tillmark.appearance';

/** Where Mantine keeps the choice between light, dark and the system's own. */
export const colourScheme = localStorageColorSchemeManager({ key: MEMORY });

/**
 * Mark the document light or dark before the first paint, so that a dark shop
 * is not blinded. Mantine's own way is an inline script, which the content
 * security policy forbids.
 */
export function paintColourScheme(): void {
  const remembered = recall(MEMORY);
  const dark =
    remembered === 'light' || remembered === 'dark'
      ? remembered === 'dark'
      : window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}
