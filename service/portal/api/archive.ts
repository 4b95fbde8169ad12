/** What registers hand in for the archive (docs/recorder.md). */
import express, { type Router } from 'express';
import { MAX_BATCH_BYTES } from '../archive/batch.ts';
import { installationRequest, keepInstallation } from '../archive/installation.ts';
import { lineAt } from '../archive/line-at.ts';
import { receiveBatch } from '../archive/receive.ts';
import type { PortalServices } from '../services.ts';
import { check, jsonSchema, withKnownNames } from './check.ts';
import { bodyOf } from './dispatch.ts';
import { registersOnly } from './registers-only.ts';

/** Room for some public keys and a table of rates. */
const MAX_INSTALLATION_BYTES = 200_000;

/** Routes for registers. */
export function archiveRoutes(services: PortalServices): Router {
  const router = express.Router();
  const { handler: authenticate, callerOf } = registersOnly(services);
  // The limit holds for what was unpacked.
  const batch = express.raw({ type: () => true, limit: MAX_BATCH_BYTES, inflate: true });
  router.post('/recorder/v1/records', authenticate, batch, async (request, response) => {
    const end = await receiveBatch(services, callerOf(request), {
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: request.get('tillmark-signature') ?? '',
      previous: request.get('tillmark-previous') ?? '',
    });
    response.setHeader('cache-control', 'no-store');
    response.json(end);
  });
  router.get('/recorder/v1/records/:sq', authenticate, async (request, response) => {
    response.setHeader('cache-control', 'no-store');
    response.json(await lineAt(services.db, callerOf(request), String(request.params.sq)));
  });
  const installation = express.raw({ type: () => true, limit: MAX_INSTALLATION_BYTES, inflate: false });
  router.put('/recorder/v1/installation', authenticate, installation, async (request, response) => {
    const schema = installationRequest;
    const body = check(schema, withKnownNames(jsonSchema(schema), bodyOf(request)));
    await keepInstallation(services.db, callerOf(request), body, services.clock.now());
    response.setHeader('cache-control', 'no-store');
    response.json({});
  });
  return router;
}
