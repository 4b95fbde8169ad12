/** GET /qr: any text as QR code (doc 2). */
import { Router } from 'express';
import { issue, type Issue } from '../receipt/issue.ts';
import { qrPicture, QR_TYPES, type QrType } from '../render/qr-picture.ts';
import { refuse } from './request/export-errors.ts';
import { QR_CONTENT_TYPES, qrMeasure } from './request/qr-options.ts';
import { queryOf } from './request/query.ts';

const DEFAULT_SIZE = 5;
const DEFAULT_MARGIN = 1;
/** The route of QR codes. */
export function qrRoutes(): Router {
  const router = Router();
  router.get('/qr', (request, response) => {
    const query = queryOf(request);
    const issues: Issue[] = [];
    const text = query.get('text') ?? '';
    const named = (query.get('type') ?? 'png').toLowerCase();
    const type = QR_TYPES.find((one) => one === named);
    const measure = qrMeasure(query, { size: DEFAULT_SIZE, margin: DEFAULT_MARGIN }, issues);
    if (text === '') issues.push(issue('#TYPE', 'text', 'is missing'));
    if (!type) issues.push(issue('#TYPE', 'type', `must be one of ${QR_TYPES.join(', ')}`));
    const picture = issues.length === 0 ? drawn(text, { type: type!, ...measure }) : null;
    if (issues.length === 0 && !picture) issues.push(issue('#TYPE', 'text', 'is too long for a QR code'));
    if (!picture) {
      refuse(request, response, issues);
      return;
    }
    // Others' texts: nothing that a browser takes for a page of this service.
    response.set('content-security-policy', "default-src 'none'; sandbox");
    response.set('content-type', QR_CONTENT_TYPES[type!]).send(picture);
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
