/** Finds out who asks: by the header `api_key` (doc 1, Authentication), or by the session of the page. */
import type { IncomingMessage } from 'node:http';
import { callerOfKey } from '../access/api-keys.ts';
import type { Caller } from '../access/caller.ts';
import { forbidden, Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';

const MAX_KEY_LENGTH = 500;

/**
 * Whoever sent a request.
 * @param changes whether the request is to change something
 * @throws Problem 401 without credentials, 403 with a key that is not in force (answer 29)
 */
export async function authenticate(
  services: PortalServices,
  request: IncomingMessage,
  changes: boolean,
): Promise<Caller> {
  const key = request.headers.api_key;
  if (typeof key === 'string' && key !== '') {
    const caller =
      key.length > MAX_KEY_LENGTH ? null : await callerOfKey(services.db, key, services.clock.now());
    if (caller === null) throw forbidden('the API key is not known, has expired or was revoked');
    return caller;
  }
  const caller = await services.sessions.callerOf(request, changes);
  if (caller === null) throw new Problem(401, 'send the API key in the header api_key');
  return caller;
}
