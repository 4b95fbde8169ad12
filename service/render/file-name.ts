import type { Paper } from '../wire.ts';

/** A name for saving a receipt, without its ending: `FS-1_1.26-1`. */
export function fileName({ number }: Pick<Paper, 'number'>): string {
  return number.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^-|-$/g, '') || 'receipt';
}
