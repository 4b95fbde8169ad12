import { join } from 'node:path';
import { root } from './root.ts';

/** Programs of the service by the name of what is built, with their sources. */
export const programs = {
  start: 'service/start.ts',
  // Started by the service: smart cards in a process of their own, large bodies, long receipts and e-invoices on threads, and the portal.
  'pcsc-child': 'service/devices/at-signature/pcsc-child.ts',
  // USB and serial lines, each in a process of its own.
  'native-child': 'service/devices/ports/native-child.ts',
  // Restore drills, far from the register.
  'drill-process': 'service/backup/drill-process.ts',
  'body-thread': 'service/http/request/body-thread.ts',
  'form-thread': 'service/render/form-thread.ts',
  'invoice-thread': 'service/e-invoicing/maker-thread.ts',
  portal: 'service/portal/start.ts',
  'portal-key': 'service/portal/key.ts',
  verify: 'service/verify.ts',
  rebuild: 'service/rebuild.ts',
  unseal: 'service/unseal.ts',
  // Started by all of these as a thread.
  'sqlite-thread': 'service/sqlite/thread.ts',
  // Started by the service: signatures of receipts that come at the same time.
  'signing-thread': 'service/signing/thread.ts',
} as const;

/** The file of a program, built. */
export function built(program: keyof typeof programs): string {
  return join(root, 'dist', 'service', `${program}.js`);
}
