/** POST /service/restart (doc 2, Maintenance). */
import { Router } from 'express';

/**
 * The route that restarts the service.
 * @param restart asks for it; comes back at once
 */
export function restartRoutes(restart: () => void): Router {
  const router = Router();
  router.post('/service/restart', (_request, response) => {
    response.on('finish', restart);
    response.type('text/plain').send('');
  });
  return router;
}
