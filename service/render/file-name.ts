import { paperHeadOf, type Sheet } from '../register/paper/paper.ts';
import type { Paper } from '../wire.ts';

/** A name for saving a receipt, without its ending: `FS-1_1.26-1`. */
export function fileName({ number }: Pick<Paper, 'number'>): string {
  return number.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^-|-$/g, '') || 'receipt';
}

/** The same of one that is still to be laid out. */
export function sheetName({ record, cfg, options }: Sheet): string {
  return fileName(paperHeadOf(record, cfg, options));
}
