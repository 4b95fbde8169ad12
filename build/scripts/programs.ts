import { join } from 'node:path';
import { root } from './root.ts';

/** Programs of the service by the name of what is built, with their sources. */
export const programs = {
  start: 'service/start.ts',
  // Started by the service: smart cards in a process of their own, and the portal.
  'pcsc-child': 'service/devices/signature/pcsc-child.ts',
  portal: 'service/portal/start.ts',
  'portal-key': 'service/portal/key.ts',
  verify: 'service/verify.ts',
  rebuild: 'service/rebuild.ts',
} as const;

/** The file of a program, built. */
export function built(program: keyof typeof programs): string {
  return join(root, 'dist', 'service', `${program}.js`);
}
