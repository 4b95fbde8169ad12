/**
 * POST /auth/token of a cloud register (doc 2, "Cloud register (OAuth 2.0 client
 * credentials)"): the portal gives tokens out; tills ask for them here.
 */
import express, { Router, type Request, type Response } from 'express';
import { PortalSilentError, type Portal, type PortalAnswer } from '../../access/bearer-portal.ts';

const PATH = '/auth/token';
const MOST_BYTES = 16_384;
const MOST_ANSWER_BYTES = 65_536;
/** Requests that wait for the portal at a time; each may hold a connection for some seconds. */
const MOST_WAITING = 100;
/** Seconds after which asking again makes sense. */
const RETRY_AFTER = '5';
/** What of a request is the portal's business, and of its answer the till's. */
const ASKED_HEADERS = ['authorization', 'content-type', 'accept'] as const;
const ANSWERED_HEADERS = ['www-authenticate', 'retry-after'] as const;

const readForm = express.raw({ type: () => true, limit: MOST_BYTES });

/**
 * The route of tokens.
 * @param portal null on a till, which has no tokens
 */
export function cloudTokenRoutes(portal: Portal | null): Router {
  const router = Router();
  let waiting = 0;
  router.post(PATH, (request, response, next) => {
    if (!portal) {
      const text = 'this is no cloud register and needs no tokens; start one with --cloud';
      sendError(response, 404, 'not_found', text);
      return;
    }
    readForm(request, response, (error?: unknown) => {
      if (error) refuseBody(response, error);
      else if (waiting >= MOST_WAITING) {
        sendUnavailable(response, 'too many tills ask for tokens at once; try again in some seconds');
      } else {
        waiting++;
        passOn(portal, request, response)
          .finally(() => waiting--)
          .catch(next);
      }
    });
  });
  return router;
}

/** Asks the portal as the till has asked, and answers as the portal does. */
async function passOn(portal: Portal, request: Request, response: Response): Promise<void> {
  const headers: Record<string, string> = {};
  for (const name of ASKED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  let answer: PortalAnswer;
  try {
    answer = await portal.ask(PATH, { method: 'POST', headers, body, mostBytes: MOST_ANSWER_BYTES });
  } catch (error) {
    if (!(error instanceof PortalSilentError)) throw error;
    sendUnavailable(response, 'the portal cannot be reached; try again in some seconds');
    return;
  }
  for (const name of ANSWERED_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  send(response, answer.status, answer.json);
}

function refuseBody(response: Response, error: unknown): void {
  const { status = 400, message = '' } = error as { status?: number; message?: string };
  const text =
    status === 413 ? `the body has more than ${MOST_BYTES} bytes` : `the body cannot be read: ${message}`;
  sendError(response, status, 'invalid_request', text);
}

function sendUnavailable(response: Response, text: string): void {
  response.setHeader('retry-after', RETRY_AFTER);
  sendError(response, 503, 'temporarily_unavailable', text);
}

function sendError(response: Response, status: number, error: string, text: string): void {
  send(response, status, { error, error_description: text });
}

/** Tokens are for nobody in between (RFC 6749, section 5.1). */
function send(response: Response, status: number, json: unknown): void {
  response.setHeader('cache-control', 'no-store').status(status).json(json);
}
