/** The public key of archives that the portal signs, for whoever verifies one. */
import express, { type Router } from 'express';
import { keptKey } from '../archive/archive-key.ts';
import { Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';

/** `GET /cer/<serial>`, as at registers. */
export function archiveKeyRoutes({ db }: Pick<PortalServices, 'db'>): Router {
  const router = express.Router();
  router.get('/cer/:serial', async (request, response) => {
    const key = await keptKey(db);
    if (key?.serial !== request.params.serial) throw new Problem(404, 'the portal has no such key');
    response.type('application/x-pem-file').send(key.publicKey);
  });
  return router;
}
