/** GET /qr: any text as QR code (doc 2). */
import { Router } from 'express';
import { issue, type Issue } from '../receipt/issue.ts';
import { qrPicture, QR_TYPES, type QrType } from '../render/qr-picture.ts';
import { refuse } from './export-errors.ts';
import { queryOf, type Query } from './query.ts';

const DEFAULT_SIZE = 5;
const DEFAULT_MARGIN = 1;
/** The largest symbol has 177 modules; more than this would make pictures of many megabytes. */
const MOST_SIZE = 32;
const MOST_MARGIN = 40;

const CONTENT_TYPES: Readonly<Record<QrType, string>> = {
  png: 'image/png',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  pc437: 'text/plain; charset=IBM437',
};

/** The route of QR codes. */
export function qrRoutes(): Router {
  const router = Router();
  router.get('/qr', (request, response) => {
    const query = queryOf(request);
    const issues: Issue[] = [];
    const text = query.get('text') ?? '';
    const named = (query.get('type') ?? 'png').toLowerCase();
    const type = QR_TYPES.find((one) => one === named);
    const size = wholeNumber(query, 'size', { least: 1, most: MOST_SIZE, usual: DEFAULT_SIZE }, issues);
    const margin = wholeNumber(
      query,
      'margin',
      { least: 0, most: MOST_MARGIN, usual: DEFAULT_MARGIN },
      issues,
    );
    if (text === '') issues.push(issue('#TYPE', 'text', 'is missing'));
    if (!type) issues.push(issue('#TYPE', 'type', `must be one of ${QR_TYPES.join(', ')}`));
    const picture = issues.length === 0 ? drawn(text, { type: type!, size, margin }) : null;
    if (issues.length === 0 && !picture) issues.push(issue('#TYPE', 'text', 'is too long for a QR code'));
    if (!picture) {
      refuse(request, response, issues);
      return;
    }
    // Others' texts: nothing that a browser takes for a page of this service.
    response.set('content-security-policy', "default-src 'none'; sandbox");
    response.set('content-type', CONTENT_TYPES[type!]).send(picture);
  });
  return router;
}

/** Null when the text is too long even with the least error correction. */
function drawn(text: string, look: { type: QrType; size: number; margin: number }): Buffer | null {
  for (const level of ['M', 'L'] as const) {
    try {
      return qrPicture(text, { ...look, level });
    } catch {
      // Less error correction leaves more room.
    }
  }
  return null;
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
