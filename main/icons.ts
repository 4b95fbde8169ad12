import { fileURLToPath } from 'node:url';
import type { Light } from './state-line.ts';

/** Path of an icon in `resources/icons`, as seen from the bundle in `dist/main`. */
export function iconPath(name: Light | 'tillmark'): string {
  return fileURLToPath(new URL(`../../resources/icons/${name}.png`, import.meta.url));
}
