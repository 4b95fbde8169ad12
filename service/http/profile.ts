/** GET and POST (PUT) /profile: settings of the installation (answers 24), from this machine only. */
import { Router, type Request, type RequestHandler } from 'express';
import { isFromBrowser } from '../access/caller.ts';
import type { Manager } from '../access/manager.ts';
import { own } from '../receipt/envelope.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Tree } from '../receipt/tree.ts';
import { refusal } from '../register/outcomes.ts';
import { AttributeValueError } from '../settings/attribute-check.ts';
import { AttributeError } from '../settings/attributes.ts';
import { GuardedError } from '../settings/guarded.ts';
import { CompanyError, PasswordError, QuotaError } from '../settings/profile-file.ts';
import type { Profile, ProfileChange } from '../settings/profile.ts';
import type { ChangeProfile } from './control/profile-page.ts';
import { isKeptOut, isProvenManager } from './door/access-guard.ts';
import { readBody, settingsBody } from './request/body.ts';
import { languageOf } from './request/language.ts';
import { namedRegister } from './request/named-register.ts';
import { answerFormat } from './request/negotiate.ts';
import { queryOf } from './request/query.ts';
import { sendAnswer } from './request/send.ts';

/**
 * Routes of the profile.
 * @param apply changes the profile
 */
export function profileRoutes(profile: Profile, manager: Manager, apply: ChangeProfile): Router {
  const router = Router();
  router.get('/profile', (request, response) => {
    const { diskQuota: DiskQuota, taxId: TaxId } = profile;
    const rn = registerOf(request);
    const Attributes = rn === undefined ? profile.attributeText : profile.textOf(rn);
    // Secrets are shown as blanks (answers 24).
    response.json({ Badge: '', TaxId, Attributes, DiskQuota, Password: '' });
  });

  const change: RequestHandler = async (request, response) => {
    const body = readBody(request);
    const format = answerFormat(request, body.format);
    const read = 'issue' in body ? body : readChange(body.tree, registerOf(request));
    if ('issue' in read) {
      sendAnswer(response, refusal('BAD', [read.issue], languageOf(request)), format, 'ProfileC');
      return;
    }
    if (read.change.rn === undefined && isKeptOut(request, response, null)) return;
    const wrong = await checkOldPassword(request, manager, read);
    if (wrong) {
      sendAnswer(response, refusal('BAD', [wrong], languageOf(request)), format, 'ProfileC');
      return;
    }
    try {
      const Warning = await apply(read.change, isProvenManager(response));
      sendAnswer(
        response,
        { Result: { RC: 'OK', ...(Warning.length > 0 && { Warning }) } },
        format,
        'ProfileC',
      );
    } catch (error) {
      const issues = issuesOf(error);
      if (issues === null) throw error;
      sendAnswer(response, refusal('BAD', issues, languageOf(request)), format, 'ProfileC');
    }
  };
  router.post('/profile', settingsBody, change);
  router.put('/profile', settingsBody, change);
  return router;
}

/** What a body asks for. */
interface Wish {
  change: ProfileChange;
  /** `OldPassword`. */
  oldPassword: string | undefined;
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
  const verdict = await manager.check(oldPassword ?? '', { headers, address: socket.remoteAddress ?? '' });
  if (verdict === 'right') return null;
  if (verdict === 'wrong') return issue('#PASSWORD', 'OldPassword', 'the old password is wrong');
  return issue('#WAIT', 'OldPassword', `too many wrong passwords; try again in ${verdict.waitSeconds} s`);
}

/** What a body asks to change. */
function readChange(tree: Tree, rn: string | undefined): Wish | { issue: Issue } {
  const [attributes, quota, taxId] = [own(tree, 'Attributes'), own(tree, 'DiskQuota'), own(tree, 'TaxId')];
  const oldPassword = own(tree, 'OldPassword');
  const [password, badge] = [secretIn(tree, 'Password'), secretIn(tree, 'Badge')];
  if ([attributes, quota, taxId, password, badge].every((value) => value === undefined)) {
    const text = 'send Attributes as text, DiskQuota in megabytes, Badge, TaxId or Password';
    return { issue: issue('#PROFILE', 'Attributes', text) };
  }
  if (!isText(password)) return { issue: issue('#PASSWORD', 'Password', 'must be a text, or null for none') };
  if (!isText(oldPassword)) return { issue: issue('#PASSWORD', 'OldPassword', 'must be a text') };
  if (!isText(attributes)) return { issue: issue('#PROFILE', 'Attributes', 'must be a text') };
  if (!isText(badge)) return { issue: issue('#PROFILE', 'Badge', 'must be a text, or null for none') };
  if (!isText(taxId)) return { issue: issue('#PROFILE', 'TaxId', 'must be a text') };
  // XML has texts only.
  const diskQuota = typeof quota === 'string' && /^\d{1,9}$/.test(quota) ? Number(quota) : quota;
  if (diskQuota !== undefined && typeof diskQuota !== 'number')
    return { issue: issue('#PROFILE', 'DiskQuota', 'must be a whole number of megabytes') };
  // What is no attribute is the installation's, whichever register is named.
  if (rn !== undefined && attributes !== undefined) {
    if ([diskQuota, password, badge, taxId].some((value) => value !== undefined))
      return { issue: issue('#PROFILE', 'RN', 'send the attributes of a register alone') };
    return { change: { rn, attributes }, oldPassword };
  }
  return { change: { attributes, diskQuota, password, badge, taxId }, oldPassword };
}

/** The register whose attributes are meant; undefined for those of the service. */
export function registerOf(request: Request): string | undefined {
  return queryOf(request).get('RN') === undefined ? undefined : namedRegister(request).rn;
}

/** A secret: the blank that GET shows, sent back, leaves it as it is; null, made empty here, removes it. */
function secretIn(tree: Tree, name: string): unknown {
  const sent: unknown = own(tree, name);
  if (sent === null) return '';
  return sent === '' ? undefined : sent;
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** What is wrong with a change; null for defects. */
function issuesOf(error: unknown): Issue[] | null {
  if (error instanceof AttributeValueError)
    return error.wrong.map(({ text }) => issue('#PROFILE', 'Attributes', text));
  if (error instanceof GuardedError) return [issue('#PASSWORD', 'Attributes', error.message)];
  if (error instanceof PasswordError) return [issue('#PASSWORD', 'Password', error.message)];
  if (error instanceof AttributeError) return [issue('#PROFILE', 'Attributes', error.message)];
  if (error instanceof QuotaError) return [issue('#PROFILE', 'DiskQuota', error.message)];
  return error instanceof CompanyError ? [issue('#PROFILE', error.field, error.message)] : null;
}
