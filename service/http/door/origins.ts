/**
 * Web pages of other origins (doc 2, HttpServer_AllowOrigin and
 * HttpServer_AllowCredentials). A page that happens to be open on the till's
 * computer must not be able to register sales; a browser POS is allowed by name.
 */
import type { Request, RequestHandler, Response } from 'express';
import { isFromForeignPage } from '../../access/caller.ts';
import { bodyFormat } from '../../receipt/body.ts';
import { issue } from '../../receipt/issue.ts';
import { refusal } from '../../register/outcomes.ts';
import type { Attributes } from '../../settings/attributes.ts';
import { answerFormat } from '../request/negotiate.ts';
import { sendRecord } from '../request/send.ts';

/** True for a request of a page that is not allowed to change anything; reading it may. */
export function isFromStranger(response: Response): boolean {
  return response.locals.stranger === true;
}

/** Refuses what changes something and comes from a page that is not allowed; answers preflights. */
export function originGuard(attributes: () => Attributes): RequestHandler {
  return (request, response, next) => {
    const allowed = attributes().text('HttpServer_AllowOrigin');
    if (allowed !== undefined) {
      response.setHeader('access-control-allow-origin', allowed);
      response.vary('origin');
      if (attributes().flag('HttpServer_AllowCredentials')) {
        response.setHeader('access-control-allow-credentials', 'true');
      }
    }
    const { origin } = request.headers;
    const isForeign = isFromForeignPage(request.headers);
    const isAllowed = !isForeign || allowed === '*' || (allowed !== undefined && allowed === pageOf(request));
    if (request.method === 'OPTIONS' && isForeign) {
      if (isAllowed) {
        response.setHeader('access-control-allow-methods', 'GET, POST, PUT');
        response.setHeader('access-control-allow-headers', 'accept, authorization, content-type');
        response.setHeader('access-control-max-age', '600');
      }
      response.status(204).end();
      return;
    }
    response.locals.stranger = !isAllowed;
    if (isAllowed || request.method === 'GET' || request.method === 'HEAD') {
      next();
      return;
    }
    const format = answerFormat(request, bodyFormat(request.headers['content-type'], Buffer.alloc(0)));
    const text = `pages of ${origin ?? 'other sites'} are not allowed; name them in the profile attribute HttpServer_AllowOrigin`;
    sendRecord(response, 403, 'TraC', refusal('BAD', [issue('#ORIGIN', '', text)], 'en'), format);
  };
}

/** Origin of the page that a request comes from: following a link, browsers name it in `Referer` alone. */
function pageOf({ method, headers: { origin, referer } }: Request): string | undefined {
  if (origin !== undefined || method !== 'GET') return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}
