/** GET /authorization: a token by which others can tell that they speak to this installation (doc 2). */
import { Router } from 'express';

/**
 * The route of the token.
 * @param token makes a new one
 */
export function authorizationRoutes(token: () => Promise<string>): Router {
  const router = Router();
  router.get('/authorization', async (_request, response) => {
    const jwt = await token();
    response.set('cache-control', 'no-store').type('text/plain; charset=utf-8').send(jwt);
  });
  return router;
}
