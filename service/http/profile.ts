/** GET and POST (PUT) /profile: settings of the installation (answers 24), from this machine only. */
import { Router, type RequestHandler } from 'express';
import { own } from '../receipt/envelope.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Tree } from '../receipt/tree.ts';
import { refusal } from '../register/outcomes.ts';
import { AttributeError } from '../settings/attributes.ts';
import { QuotaError, type Profile, type ProfileChange } from '../settings/profile.ts';
import { rawBody, readBody } from './body.ts';
import { localOnly } from './local-only.ts';
import { answerFormat } from './negotiate.ts';
import { sendAnswer } from './send.ts';

/** Fields of the profile that nothing here uses yet. */
const LATER = ['Badge', 'TaxId', 'Password'];

/**
 * Routes of the profile. Of its fields Attributes and DiskQuota are in use so far.
 * @param onQuota called after the quota has changed
 */
export function profileRoutes(profile: Profile, onQuota: () => void): Router {
  const router = Router();
  router.get('/profile', localOnly, (_request, response) => {
    response.json({ Attributes: profile.attributeText, DiskQuota: profile.diskQuota });
  });

  const change: RequestHandler = async (request, response) => {
    const body = readBody(request);
    const format = answerFormat(request, body.format);
    const read = 'issue' in body ? body : readChange(body.tree);
    if ('issue' in read) {
      sendAnswer(response, refusal('BAD', [read.issue], 'en'), format, 'ProfileC');
      return;
    }
    try {
      await profile.change(read.change);
    } catch (error) {
      const field = fieldOf(error);
      if (field === null) throw error;
      const damaged = issue('#PROFILE', field, (error as Error).message);
      sendAnswer(response, refusal('BAD', [damaged], 'en'), format, 'ProfileC');
      return;
    }
    if (read.change.diskQuota !== undefined) onQuota();
    const { warnings } = read;
    const Result = { RC: 'OK' as const, ...(warnings.length > 0 && { Warning: warnings }) };
    sendAnswer(response, { Result }, format, 'ProfileC');
  };
  router.post('/profile', localOnly, rawBody, change);
  router.put('/profile', localOnly, rawBody, change);
  return router;
}

/** What a body asks to change; what is in it besides is told. */
function readChange(tree: Tree): { change: ProfileChange; warnings: string[] } | { issue: Issue } {
  const [attributes, quota] = [own(tree, 'Attributes'), own(tree, 'DiskQuota')];
  if (attributes === undefined && quota === undefined)
    return { issue: issue('#PROFILE', 'Attributes', 'send Attributes as text, or DiskQuota in megabytes') };
  if (attributes !== undefined && typeof attributes !== 'string')
    return { issue: issue('#PROFILE', 'Attributes', 'must be a text') };
  // XML has texts only.
  const diskQuota = typeof quota === 'string' && /^\d{1,9}$/.test(quota) ? Number(quota) : quota;
  if (diskQuota !== undefined && typeof diskQuota !== 'number')
    return { issue: issue('#PROFILE', 'DiskQuota', 'must be a whole number of megabytes') };
  const warnings = LATER.filter((name) => own(tree, name) !== undefined).map(
    (name) => `${name} is not available yet and was not stored`,
  );
  return { change: { attributes, diskQuota }, warnings };
}

/** The field that an error is about; null for defects. */
function fieldOf(error: unknown): string | null {
  if (error instanceof AttributeError) return 'Attributes';
  return error instanceof QuotaError ? 'DiskQuota' : null;
}
