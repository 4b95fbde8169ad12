/** What registers say to the portal and ask of it (docs/recorder.md). */
import express, { type Request, type Response, type Router } from 'express';
import type { z } from 'zod';
import { Attempts } from '../../access/attempts.ts';
import { networkOf } from '../../access/network.ts';
import type { Transaction } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { activate, activationRequest, WrongBadge } from '../registers/activation.ts';
import { baseDataOf } from '../registers/base-data.ts';
import { stateReport, takeState } from '../registers/contact.ts';
import { activateLicense, findByKey, keyAnswer } from '../registers/license-keys.ts';
import type { PortalServices } from '../services.ts';
import { check, jsonSchema, withKnownNames } from './check.ts';
import { bodyOf } from './dispatch.ts';
import { registersOnly } from './registers-only.ts';

/** Far more than any register has to say. */
const MAX_BODY_BYTES = 500_000;

/** Routes for registers; those of the archive are in archive.ts. */
export function recorderRoutes(services: PortalServices): Router {
  const { db, clock } = services;
  const router = express.Router();
  const bytes = express.raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  const attempts = new Attempts(clock);
  router.post('/recorder/v1/activate', bytes, async (request, response) => {
    answer(response, await activateLimited(services, attempts, request));
  });
  router.get('/recorder/v1/alive', (_request, response) => answer(response, {}));
  const { handler: authenticate, callerOf } = registersOnly(services);
  router.post('/recorder/v1/state', authenticate, bytes, async (request, response) => {
    const report = readBody(stateReport, request);
    const take = (transaction: Transaction) => takeState(transaction, callerOf(request), report, clock.now());
    answer(response, await db.write(take));
  });
  router.get('/recorder/v1/cfg', authenticate, async (request, response) => {
    const data = await baseDataOf(db, callerOf(request));
    if ('issues' in data) {
      throw new Problem(
        409,
        `the register would refuse this: ${data.issues.map(({ text }) => text).join('; ')}`,
      );
    }
    const tag = `"${data.tag}"`;
    response.setHeader('etag', tag);
    if (hasTag(request, tag)) response.status(304).end();
    else answer(response, { Cfg: data.cfg });
  });
  router.get('/recorder/v1/license/:key', authenticate, async (request, response) => {
    const register = callerOf(request);
    answer(response, keyAnswer(register, await findByKey(db, register.company_id, keyOf(request))));
  });
  router.put('/recorder/v1/license/:key', authenticate, async (request, response) => {
    const register = callerOf(request);
    const key = keyOf(request);
    const row = await db.write((transaction) => activateLicense(transaction, register, key, clock.now()));
    answer(response, keyAnswer(register, row));
  });
  return router;
}

/** Activates. Wrong badges are kept waiting; nobody can guess a right one, so that never waits. */
async function activateLimited(services: PortalServices, attempts: Attempts, request: Request) {
  const network = networkOf(services.site.proxies.addressOf(request));
  const body = readBody(activationRequest, request);
  try {
    const activated = await services.db.write((db) => activate(db, body, services.clock.now()));
    attempts.right(network);
    return activated;
  } catch (error) {
    if (!(error instanceof WrongBadge)) throw error;
    const wait = attempts.waitOf(network);
    if (wait > 0) throw new Problem(429, `too many wrong badges: wait for ${wait} seconds`, [], wait);
    attempts.wrong(network);
    throw error;
  }
}

function readBody<T>(schema: z.ZodType<T>, request: Request): T {
  return check(schema, withKnownNames(jsonSchema(schema), bodyOf(request)));
}

/** Whether a register has these base data already. */
function hasTag(request: Request, tag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((text) => text.trim().replace(/^W\//, '') === tag);
}

function keyOf({ params }: Request): string {
  return String(params.key);
}

function answer(response: Response, body: unknown): void {
  response.setHeader('cache-control', 'no-store');
  response.json(body);
}
