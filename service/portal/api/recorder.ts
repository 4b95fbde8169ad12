/** What registers say to the portal and ask of it (docs/recorder.md). */
import express, { type Request, type Response, type Router } from 'express';
import type { z } from 'zod';
import { Attempts } from '../../access/attempts.ts';
import { Problem } from '../problem.ts';
import { activate, activationRequest, WrongBadge } from '../registers/activation.ts';
import type { PortalServices } from '../services.ts';
import { check, jsonSchema, withKnownNames } from './check.ts';
import { bodyOf } from './dispatch.ts';

/** Far more than any register has to say. */
const MAX_BODY_BYTES = 100_000;

/** Routes for registers. */
export function recorderRoutes(services: PortalServices): Router {
  const router = express.Router();
  const bytes = express.raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  const attempts = new Attempts(services.clock);
  router.post('/recorder/v1/activate', bytes, async (request, response) => {
    answer(response, await activateLimited(services, attempts, request));
  });
  return router;
}

/** Activates, unless the address has tried too many wrong badges. */
async function activateLimited(services: PortalServices, attempts: Attempts, request: Request) {
  const address = request.socket.remoteAddress ?? '';
  const wait = attempts.waitOf(address);
  if (wait > 0) throw new Problem(429, `too many wrong badges: wait for ${wait} seconds`, [], wait);
  const body = readBody(activationRequest, request);
  try {
    const activated = await services.db.write((db) => activate(db, body, services.clock.now()));
    attempts.right(address);
    return activated;
  } catch (error) {
    if (error instanceof WrongBadge) attempts.wrong(address);
    throw error;
  }
}

function readBody<T>(schema: z.ZodType<T>, request: Request): T {
  return check(schema, withKnownNames(jsonSchema(schema), bodyOf(request)));
}

function answer(response: Response, body: unknown): void {
  response.setHeader('cache-control', 'no-store');
  response.json(body);
}
