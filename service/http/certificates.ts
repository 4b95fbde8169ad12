/** GET /cer/{Serial}: public keys and certificates (doc 2). */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';

/** Routes for the files of the certificate folder. */
export function certificateRoutes(folder: string): Router {
  const router = Router();
  router.get('/cer/:serial', async (request, response) => {
    const { serial } = request.params;
    // A serial is a plain word, so that no other file can be reached.
    const pem = /^[A-Za-z0-9-]{1,100}$/.test(serial)
      ? await fs.readFile(path.join(folder, `${serial}.pem`)).catch(() => null)
      : null;
    if (pem) response.type('application/x-pem-file').send(pem);
    else response.status(404).type('text/plain').send('no such certificate');
  });
  return router;
}
