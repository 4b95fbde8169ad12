/** POST /sign/tse and /sign/tse/export: other tills of the shop sign with the TSEs of this machine (profile attribute `SignServer`). */
import { pipeline } from 'node:stream/promises';
import express, { Router, type Request, type Response } from 'express';
import { signRefusal, type SignAdmissionOptions } from '../devices/ports/sign-admission.ts';
import { MOST_REQUEST_BYTES, TSE_EXPORT_PATH, TSE_PATH } from '../devices/tse/till/protocol.ts';
import { refused, type TseRequest, type TseServer } from '../devices/tse/till/server.ts';

/** Routes of the sign server of TSEs. */
export function signTseRoutes(server: TseServer, admission: SignAdmissionOptions): Router {
  const router = Router();
  const answer = async (request: Request, response: Response, what: TseRequest['what']) => {
    response.set('cache-control', 'no-store');
    const { body } = request as { body: unknown };
    const told = await server.handle({ what, body: Buffer.isBuffer(body) ? body : undefined });
    if ('body' in told) {
      response.status(told.status).json(told.body);
      return;
    }
    response.set('content-type', 'application/x-tar');
    // An export that breaks off ends the connection: a file that is cut off must not look whole.
    await pipeline(told.content, response).catch(() => response.destroy());
  };
  const route = (path: string, what: TseRequest['what']) =>
    router.post(
      `/${path}`,
      // Nothing is read of who is not let in.
      async (request: Request, response: Response, next: () => void) => {
        const { authorization } = request.headers;
        const refusal = await signRefusal(admission, {
          ...{ authorization, from: request.socket.remoteAddress ?? '' },
        });
        if (!refusal) {
          next();
          return;
        }
        const { status, headers, text } = refusal;
        const trouble = status === 429 ? 'busy' : status === 404 ? 'unreachable' : 'unauthorised';
        response.set(headers).status(status).json(refused(status, { trouble, text }).body);
      },
      express.raw({ type: () => true, limit: MOST_REQUEST_BYTES }),
      (request: Request, response: Response) => answer(request, response, what),
    );
  route(TSE_PATH, 'ask');
  route(TSE_EXPORT_PATH, 'export');
  return router;
}
