/** GET and POST (PUT) /profile: settings of the installation (answers 24), from this machine only. */
import { Router, type Request, type RequestHandler } from 'express';
import { isFromBrowser } from '../access/caller.ts';
import type { Manager } from '../access/manager.ts';
import { own } from '../receipt/envelope.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Tree } from '../receipt/tree.ts';
import { refusal } from '../register/outcomes.ts';
import { AttributeError } from '../settings/attributes.ts';
import { PasswordError, QuotaError, type Profile, type ProfileChange } from '../settings/profile.ts';
import { rawBody, readBody } from './body.ts';
import { answerFormat } from './negotiate.ts';
import { sendAnswer } from './send.ts';

/** Fields of the profile that nothing here uses yet. */
const LATER = ['Badge', 'TaxId'];

/**
 * Routes of the profile. Of its fields Attributes, DiskQuota and Password are in use so far.
 * @param onQuota called after the quota has changed
 */
export function profileRoutes(profile: Profile, manager: Manager, onQuota: () => void): Router {
  const router = Router();
  router.get('/profile', (_request, response) => {
    const { attributeText: Attributes, diskQuota: DiskQuota } = profile;
    // Secrets are shown as blanks (answers 24).
    response.json({ Attributes, DiskQuota, Password: '' });
  });

  const change: RequestHandler = async (request, response) => {
    const body = readBody(request);
    const format = answerFormat(request, body.format);
    const read = 'issue' in body ? body : readChange(body.tree);
    if ('issue' in read) {
      sendAnswer(response, refusal('BAD', [read.issue], 'en'), format, 'ProfileC');
      return;
    }
    const wrong = await checkOldPassword(request, manager, read);
    if (wrong) {
      sendAnswer(response, refusal('BAD', [wrong], 'en'), format, 'ProfileC');
      return;
    }
    try {
      await profile.change(read.change);
    } catch (error) {
      const field = fieldOf(error);
      if (field === null) throw error;
      const damaged = issue(field === 'Password' ? '#PASSWORD' : '#PROFILE', field, (error as Error).message);
      sendAnswer(response, refusal('BAD', [damaged], 'en'), format, 'ProfileC');
      return;
    }
    if (read.change.password !== undefined) manager.passwordChanged();
    if (read.change.diskQuota !== undefined) onQuota();
    const { warnings } = read;
    const Result = { RC: 'OK' as const, ...(warnings.length > 0 && { Warning: warnings }) };
    sendAnswer(response, { Result }, format, 'ProfileC');
  };
  router.post('/profile', rawBody, change);
  router.put('/profile', rawBody, change);
  return router;
}

/** What a body asks for. */
interface Wish {
  change: ProfileChange;
  /** `OldPassword`. */
  oldPassword: string | undefined;
  warnings: string[];
}

/**
 * Whoever sits at the till may be signed in or not: a page needs the old password for a new one
 * (answers 24). Programs have proven who they are, or are on this machine.
 */
async function checkOldPassword(
  { headers, socket }: Request,
  manager: Manager,
  { change, oldPassword }: Wish,
): Promise<Issue | null> {
  if (change.password === undefined || !manager.hasPassword) return null;
  if (oldPassword === undefined && !isFromBrowser(headers)) return null;
  const verdict = await manager.check(oldPassword ?? '', socket.remoteAddress ?? '');
  if (verdict === 'right') return null;
  if (verdict === 'wrong') return issue('#PASSWORD', 'OldPassword', 'the old password is wrong');
  return issue('#WAIT', 'OldPassword', `too many wrong passwords; try again in ${verdict.waitSeconds} s`);
}

/** What a body asks to change; what is in it besides is told. */
function readChange(tree: Tree): Wish | { issue: Issue } {
  const [attributes, quota] = [own(tree, 'Attributes'), own(tree, 'DiskQuota')];
  // An empty password is what GET shows, sent back; null removes it.
  const [sent, oldPassword] = [own(tree, 'Password'), own(tree, 'OldPassword')];
  const password = sent === null ? '' : sent === '' ? undefined : sent;
  if (attributes === undefined && quota === undefined && password === undefined) {
    const text = 'send Attributes as text, DiskQuota in megabytes or Password';
    return { issue: issue('#PROFILE', 'Attributes', text) };
  }
  if (password !== undefined && typeof password !== 'string')
    return { issue: issue('#PASSWORD', 'Password', 'must be a text, or null for none') };
  if (oldPassword !== undefined && typeof oldPassword !== 'string')
    return { issue: issue('#PASSWORD', 'OldPassword', 'must be a text') };
  if (attributes !== undefined && typeof attributes !== 'string')
    return { issue: issue('#PROFILE', 'Attributes', 'must be a text') };
  // XML has texts only.
  const diskQuota = typeof quota === 'string' && /^\d{1,9}$/.test(quota) ? Number(quota) : quota;
  if (diskQuota !== undefined && typeof diskQuota !== 'number')
    return { issue: issue('#PROFILE', 'DiskQuota', 'must be a whole number of megabytes') };
  const warnings = LATER.filter((name) => own(tree, name) !== undefined).map(
    (name) => `${name} is not available yet and was not stored`,
  );
  return { change: { attributes, diskQuota, password }, oldPassword, warnings };
}

/** The field that an error is about; null for defects. */
function fieldOf(error: unknown): string | null {
  if (error instanceof PasswordError) return 'Password';
  if (error instanceof AttributeError) return 'Attributes';
  return error instanceof QuotaError ? 'DiskQuota' : null;
}
