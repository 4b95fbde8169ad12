/** Routes of tokens for cloud registers: they translate, `tokens/` decides (doc 2, "Cloud register"). */
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import { Attempts } from '../../access/attempts.ts';
import { isLocalHost } from '../../access/caller.ts';
import { networkOf } from '../../access/network.ts';
import type { PortalServices } from '../services.ts';
import { grantTokens } from '../tokens/grants.ts';
import { OAuthError } from '../tokens/oauth-error.ts';
import { SigningKeys } from '../tokens/signing-keys.ts';
import { readTokenRequest } from '../tokens/token-request.ts';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MOST_BYTES = 16_384;
/** Registers ask again for a key that they do not know. */
const KEYS_SECONDS = 300;

/** The routes. */
export function tokenRoutes(services: PortalServices): Router {
  const { db, clock, log } = services;
  const keys = new SigningKeys(db);
  const attempts = new Attempts(clock);
  const router = express.Router();
  const readBody = express.raw({ type: () => true, limit: MOST_BYTES, inflate: false });
  router.post('/auth/token', readBody, async (request: Request, response: Response) => {
    // Tokens are for nobody in between (RFC 6749, section 5.1).
    response.setHeader('cache-control', 'no-store');
    const asked = readTokenRequest(request.headers.authorization, formOf(request));
    const issuer = issuerOf(services.publicUrl(), request.headers.host);
    // A cloud register asks for all of its tills from one address: one with wrong credentials must not stop the others.
    const network = networkOf(services.site.proxies.addressOf(request));
    const from = `${network} ${asked.apiKey} ${asked.scope.TL} ${asked.scope.TT}`;
    try {
      const answer = await grantTokens({ db, keys, log }, asked, issuer, clock.now());
      attempts.right(from);
      response.json(answer);
    } catch (error) {
      // Wrong secrets alone are counted, and the right one is never kept waiting: nobody can guess 256 bits. A
      // refresh token that has ended is told so each time: the till is to ask with its secret, not to wait.
      if (!(error instanceof OAuthError) || error.code !== 'invalid_client') throw error;
      const wait = attempts.waitOf(from);
      if (wait > 0) throw new OAuthError(429, 'slow_down', throttledText(wait), wait);
      attempts.wrong(from);
      throw error;
    }
  });
  router.get('/.well-known/jwks.json', async (_request, response) => {
    response.setHeader('cache-control', `public, max-age=${KEYS_SECONDS}`);
    response.json({ keys: await keys.published(clock.now()) });
  });
  router.use('/auth/token', sendOAuthError);
  return router;
}

function throttledText(seconds: number): string {
  return `key and secret were wrong too often; correct them, or try again in ${seconds} s. Tokens that are there stay good`;
}

function formOf(request: Request): string {
  if (!FORM.test(request.headers['content-type'] ?? '')) {
    throw new OAuthError(400, 'invalid_request', 'send a form: application/x-www-form-urlencoded');
  }
  return Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
}

/** On one machine the portal goes by several names; a register knows it by the one that it asks at. */
function issuerOf(publicUrl: string, host: string | undefined): string {
  const isLocal = !!host && isLocalHost(host) && isLocalHost(new URL(publicUrl).host);
  return isLocal ? `http://${host}` : publicUrl;
}

const sendOAuthError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const refusal = refusalOf(error);
  if (!refusal || response.headersSent) return void next(error);
  if (refusal.code === 'invalid_client') response.setHeader('www-authenticate', 'Basic realm="Tillmark"');
  if (refusal.retryAfter !== null) response.setHeader('retry-after', String(refusal.retryAfter));
  response.status(refusal.status).json(refusal);
};

function refusalOf(error: unknown): OAuthError | null {
  if (error instanceof OAuthError) return error;
  // Errors of Express: a body that is too large or broken off.
  const { status } = error as { status?: unknown };
  if (status === 413)
    return new OAuthError(413, 'invalid_request', `the form has more than ${MOST_BYTES} bytes`);
  if (typeof status === 'number' && status < 500) {
    return new OAuthError(400, 'invalid_request', 'the form is not readable');
  }
  return null;
}
