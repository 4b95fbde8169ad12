/** GET /control/profile and POST /control/profile/{action}: the profile on the control page. */
import { Router, type Response } from 'express';
import { own } from '../../receipt/envelope.ts';
import type { Tree } from '../../receipt/tree.ts';
import { AttributeValueError } from '../../settings/attribute-check.ts';
import { withAttribute, withoutAttribute } from '../../settings/attribute-edit.ts';
import { withBlanks } from '../../settings/attribute-secrets.ts';
import { attributeRow } from '../../settings/attribute-table.ts';
import { AttributeError } from '../../settings/attributes.ts';
import { GuardedError } from '../../settings/guarded.ts';
import { CompanyError, QuotaError } from '../../settings/profile-file.ts';
import { profileOverview } from '../../settings/profile-overview.ts';
import type { Profile, ProfileChange } from '../../settings/profile.ts';
import type { BadgeResult, BesideFault } from '../../settings/wire.ts';
import { isProvenManager } from '../door/access-guard.ts';
import { actorOf } from '../request/actor.ts';
import { readBody, settingsBody } from '../request/body.ts';
import { registerOf } from '../profile.ts';

/**
 * Changes the profile; the result are warnings in English.
 * @param isProven who asks has shown the manager's password
 */
export type ChangeProfile = (change: ProfileChange, isProven: boolean) => Promise<string[]>;

/** What there is to be connected with. */
export interface PortalChoice {
  /** A portal runs beside, and the profile names no other one. */
  isBeside(): boolean;
  /** Where a badge that names no portal is sent to. */
  address(): string | null;
  /**
   * Where a badge is sent to.
   * @throws CompanyError
   */
  addressIn(badge: string): string | null;
  /** Connects to the one beside. @throws Error with a {@link BesideFault} as `reason` */
  connect(): Promise<void>;
}

/**
 * Routes of the page of the profile.
 * @param apply changes the profile
 */
export function profilePageRoutes(profile: Profile, apply: ChangeProfile, portal: PortalChoice): Router {
  const router = Router();

  router.get('/control/profile', (request, response) => {
    const known = { hasPortalBeside: portal.isBeside(), portalAddress: portal.address() };
    response.set('cache-control', 'no-store').json(profileOverview(profile, registerOf(request), known));
  });

  router.post('/control/profile/:action', settingsBody, async (request, response) => {
    if (request.params.action === 'beside') {
      await connectBeside(portal, response);
      return;
    }
    const body = readBody(request);
    const action = request.params.action as string;
    const change = 'issue' in body ? null : changeOf(action, body.tree, registerOf(request));
    if (change === null) {
      const message = 'issue' in body ? body.issue.text : 'there is no such action with such a body';
      response.status(400).json({ error: { code: '#BODY', message, warnings: [] } });
      return;
    }
    try {
      if (action === 'preview' && typeof change.attributes === 'string') {
        response.json({ result: profile.preview(change.attributes, change.rn) });
        return;
      }
      const asks = change.badge ? portal.addressIn(change.badge) : null;
      if (asks !== null && 'tree' in body && own(body.tree, 'address') !== asks) {
        // A person sees first who is told: what was pasted may come from a stranger.
        response.json({ result: { warnings: [], asks } satisfies BadgeResult });
        return;
      }
      response.json({
        result: {
          warnings: await apply({ ...change, by: actorOf(request, response) }, isProvenManager(response)),
        },
      });
    } catch (error) {
      const fields = fieldsOf(error);
      if (fields === null) throw error;
      const { message } = error as Error;
      const status = error instanceof GuardedError ? 403 : error instanceof ListConflict ? 409 : 400;
      const code = error instanceof GuardedError ? '#PASSWORD' : '#PROFILE';
      response.status(status).json({ error: { code, message, warnings: [message], fields } });
    }
  });
  return router;
}

async function connectBeside(portal: PortalChoice, response: Response): Promise<void> {
  try {
    await portal.connect();
    response.json({ result: { warnings: [] } });
  } catch (error) {
    const { message, reason } = error as Error & { reason?: BesideFault };
    if (reason === undefined) throw error;
    const fields = { beside: reason };
    response.status(400).json({ error: { code: '#PROFILE', message, warnings: [message], fields } });
  }
}

/** What an action of {@link ProfileActions} changes; null for one that there is not. */
function changeOf(action: string, tree: Tree, rn: string | undefined): ProfileChange | null {
  const [name, value, text] = ['name', 'value', 'text'].map((field): unknown => own(tree, field));
  const megabytes: unknown = own(tree, 'megabytes');
  if (action === 'set' && isName(name) && typeof value === 'string')
    return { rn, attributes: (before) => withAttribute(before, spelling(name), value) };
  if (action === 'remove' && isName(name))
    return { rn, attributes: (before) => withoutAttribute(before, name) };
  const before: unknown = own(tree, 'before');
  if (action === 'list' && typeof text === 'string')
    return { rn, attributes: typeof before === 'string' ? (now) => unlessChanged(now, before, text) : text };
  if (action === 'preview' && typeof text === 'string') return { rn, attributes: text };
  const badge: unknown = own(tree, 'badge');
  if (action === 'badge' && rn === undefined && typeof badge === 'string') return { badge };
  return action === 'quota' && rn === undefined && typeof megabytes === 'number'
    ? { diskQuota: megabytes }
    : null;
}

/** Somebody else has changed the list that was worked on. */
class ListConflict extends Error {}

/**
 * A list in the place of another one that was shown.
 * @throws ListConflict when that one is not in force any more
 */
function unlessChanged(now: string, shown: string, text: string): string {
  if (withBlanks(now) === shown) return text;
  throw new ListConflict('somebody else has changed the list meanwhile; nothing was saved');
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && /^[A-Za-z_][\w.-]{0,79}$/.test(name);
}

function spelling(name: string): string {
  return attributeRow(name)?.name ?? name;
}

/** What is wrong, by field; null for defects. */
function fieldsOf(error: unknown): Record<string, string> | null {
  if (error instanceof AttributeValueError)
    return Object.fromEntries(error.wrong.map(({ name }) => [name, 'value']));
  if (error instanceof GuardedError) return Object.fromEntries(error.names.map((name) => [name, 'password']));
  if (error instanceof AttributeError) return { text: 'unreadable' };
  if (error instanceof ListConflict) return { text: 'older' };
  if (error instanceof CompanyError) return { badge: error.reason };
  return error instanceof QuotaError ? { quota: 'value' } : null;
}
