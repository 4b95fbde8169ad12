/** Query parameters that the routes of QR codes share. */
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Query } from './query.ts';

/** The largest symbol has 177 modules; more than this would make pictures of many megabytes. */
const MOST_SIZE = 32;
const MOST_MARGIN = 40;

/** Content types of pictures by their form. */
export const QR_CONTENT_TYPES = {
  png: 'image/png',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  pc437: 'text/plain; charset=IBM437',
  pdf: 'application/pdf',
  eps: 'application/postscript',
} as const;

/** Reads `size` (pixels or points per module) and `margin` (modules). */
export function qrMeasure(
  query: Query,
  usual: { size: number; margin: number },
  issues: Issue[],
): { size: number; margin: number } {
  return {
    size: wholeNumber(query, 'size', { least: 1, most: MOST_SIZE, usual: usual.size }, issues),
    margin: wholeNumber(query, 'margin', { least: 0, most: MOST_MARGIN, usual: usual.margin }, issues),
  };
}

function wholeNumber(
  query: Query,
  name: string,
  { least, most, usual }: { least: number; most: number; usual: number },
  issues: Issue[],
): number {
  const value = query.get(name);
  if (value === undefined) return usual;
  const number = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  issues.push(issue('#TYPE', name, `must be a whole number from ${least} to ${most}`));
  return usual;
}
