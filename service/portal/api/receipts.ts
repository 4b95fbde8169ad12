/** Digital receipts: the page that anybody may open who has a handle, and what registers make handles with. */
import express, { type Request, type Response, type Router } from 'express';
import { writeRecord } from '../../receipt/answer.ts';
import { renderPdf } from '../../render/pdf.ts';
import { Problem } from '../problem.ts';
import { receiptOpening } from '../receipts/opening.ts';
import { HandleKeys } from '../receipts/keys.ts';
import { type Opened, Receipts } from '../receipts/receipts.ts';
import { paperOfHandle, viewOf } from '../receipts/view.ts';
import type { PortalServices } from '../services.ts';
import { check, jsonSchema, withKnownNames } from './check.ts';
import { bodyOf } from './dispatch.ts';
import { registersOnly } from './registers-only.ts';
import { refuseForeign } from './site.ts';

/** Address of the page; the handle stands behind it as a fragment, which browsers send to nobody. */
const PAGE = '/r';
const MAX_BODY_BYTES = 2000;

/** See above. */
export function receiptRoutes(services: PortalServices): Router {
  const { db, site, publicUrl } = services;
  const router = express.Router();
  const keys = new HandleKeys(db);
  const receipts = new Receipts(services, keys);
  const { handler: authenticate, callerOf } = registersOnly(services);

  router.get('/recorder/v1/receipts', authenticate, async (request, response) => {
    const { id: registerId } = callerOf(request);
    const key = (await keys.keyOf())(registerId).toString('base64');
    response.setHeader('cache-control', 'no-store');
    response.json({ registerId, key, address: `${publicUrl()}${PAGE}#` });
  });

  router.use((request, response, next) => {
    if (request.path === PAGE) {
      response.setHeader('x-robots-tag', 'noindex, nofollow');
      // The same page for every handle, served as the other pages are.
      request.url = '/receipt.html';
    }
    next();
  });

  const bytes = express.raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  const post = (
    name: string,
    send: (opened: Opened, response: Response, format: 'json' | 'xml') => Promise<void>,
  ) => {
    router.post(`/receipt/v1/${name}`, bytes, async (request: Request, response: Response) => {
      refuseForeign(site, request.headers);
      const body = check(receiptOpening, withKnownNames(jsonSchema(receiptOpening), bodyOf(request)));
      response.setHeader('cache-control', 'no-store');
      await send(await receipts.open(body, site.proxies.addressOf(request)), response, body.format);
    });
  };

  post('look', async (opened, response) => {
    if (opened.state !== 'open') return void response.json(opened);
    const { found, record, rules } = opened;
    response.json((await viewOf(db, found, record, rules)) ?? { state: 'waiting' });
  });

  post('pdf', async (opened, response) => {
    const paper = opened.state === 'open' ? await paperOfHandle(db, opened.found) : null;
    if (!paper) throw notOpen();
    response.type('application/pdf').send(await renderPdf(paper, '80'));
  });

  post('data', async (opened, response, format) => {
    if (opened.state !== 'open') throw notOpen();
    const { SQ, D, ESR, Fis } = opened.record;
    const text = writeRecord('Tra', { SQ, D, ...(ESR && { ESR }), ...(Fis && { Fis }) }, format);
    response.type(format === 'xml' ? 'text/xml; charset=utf-8' : 'application/json').send(text);
    return Promise.resolve();
  });
  return router;
}

function notOpen(): Problem {
  return new Problem(404, 'there is no such receipt, or it is not shown');
}
