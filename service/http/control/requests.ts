/** The request log of the control page: the newest calls of POS programs, one with its bodies, and forgetting them. */
import { Router } from 'express';
import type { RecentCalls } from '../../integration/recent-calls.ts';
import type { CallsOverview } from '../../integration/wire.ts';

/**
 * Routes below `/control/requests`, for managers (access/rules.ts).
 * @param isOn whether calls are kept
 */
export function requestLogRoutes(calls: RecentCalls, isOn: () => boolean): Router {
  const router = Router();
  router.get('/control/requests', (_request, response) => {
    const overview: CallsOverview = { isOn: isOn(), calls: isOn() ? calls.list() : [] };
    response.set('cache-control', 'no-store').json(overview);
  });
  router.delete('/control/requests', (_request, response) => {
    calls.clear();
    response.json({});
  });
  router.get('/control/requests/:id', (request, response) => {
    const found = isOn() ? calls.find(Number(request.params.id)) : null;
    response.set('cache-control', 'no-store');
    if (found) response.json(found);
    else response.status(404).json({ error: 'this call is not kept any more' });
  });
  return router;
}
