/**
 * GET /sign/unit and POST /sign: other tills of the shop sign with the units of
 * this machine (profile attribute `SignServer`; messages: sign-protocol.ts).
 */
import express, { Router, type Request, type Response } from 'express';
import {
  MAX_SIGN_REQUEST_BYTES,
  type SignServer,
  type SignServerRequest,
} from '../devices/at-signature/sign-server.ts';
import { SIGN_PATH, UNIT_PATH } from '../devices/at-signature/sign-protocol.ts';

/** Routes of the sign server. */
export function signRoutes(server: SignServer): Router {
  const router = Router();

  const handle = async (request: Request, response: Response, what: SignServerRequest['what']) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const bytes: unknown = request.body;
    const { status, headers, body } = await server.handle({
      what,
      authorization: request.headers.authorization,
      ...(Buffer.isBuffer(bytes) && { body: bytes }),
      from: request.socket.remoteAddress ?? '',
      signal: gone.signal,
    });
    response
      .status(status)
      .set({ ...headers, 'cache-control': 'no-store' })
      .json(body);
  };

  router.get(`/${UNIT_PATH}`, (request, response) => handle(request, response, 'unit'));
  router.post(
    `/${SIGN_PATH}`,
    express.raw({ type: () => true, limit: MAX_SIGN_REQUEST_BYTES }),
    (request: Request, response: Response) => handle(request, response, 'sign'),
  );
  return router;
}
