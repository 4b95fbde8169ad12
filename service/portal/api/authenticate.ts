/** Finds out who asks: by the header `api_key` (doc 1, Authentication), or by the session of the page. */
import type { IncomingMessage } from 'node:http';
import { callerOfKey } from '../access/api-keys.ts';
import { type Caller, VISITOR } from '../access/caller.ts';
import { forbidden, Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';
import type { Access } from './operation.ts';
import { refuseForeign } from './site.ts';

const MAX_KEY_LENGTH = 500;

/**
 * Whoever sent a request.
 * @param changes whether the request is to change something
 * @param access who may ask; everybody but somebody with a key is kept to pages of this site
 * @throws Problem 401 without credentials, 403 with a key that is not in force (answer 29)
 */
export async function authenticate(
  services: PortalServices,
  request: IncomingMessage,
  changes: boolean,
  access: Access = 'caller',
): Promise<Caller> {
  const key = request.headers.api_key;
  if (access === 'caller' && typeof key === 'string' && key !== '') {
    const caller =
      key.length > MAX_KEY_LENGTH ? null : await callerOfKey(services.db, key, services.clock.now());
    if (caller === null) throw forbidden('the API key is not known, has expired or was revoked');
    return caller;
  }
  refuseForeign(services.site, request.headers);
  if (access === 'open') return VISITOR;
  const caller = await services.sessions.callerOf(request, changes);
  if (caller === null) {
    const what = access === 'session' ? 'sign in first' : 'send the API key in the header api_key';
    throw new Problem(401, what);
  }
  return caller;
}
