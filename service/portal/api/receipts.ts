/** Digital receipts: the page that anybody may open who has a handle, and what registers make handles with. */
import express, { type Request, type Response, type Router } from 'express';
import { writeRecord } from '../../receipt/answer.ts';
import { formOf } from '../../render/long-forms.ts';
import { networkOf } from '../../access/network.ts';
import { printedCopy } from '../archive/printed.ts';
import { Problem } from '../problem.ts';
import { receiptOpening } from '../receipts/opening.ts';
import { HandleKeys } from '../receipts/keys.ts';
import { Pace } from '../receipts/pace.ts';
import { type Opened, Receipts } from '../receipts/receipts.ts';
import { viewOf } from '../receipts/view.ts';
import type { PortalServices } from '../services.ts';
import { check, jsonSchema, withKnownNames } from './check.ts';
import { bodyOf } from './dispatch.ts';
import { registersOnly } from './registers-only.ts';
import { refuseForeign } from './site.ts';

/** Address of the page; the handle stands behind it as a fragment, which browsers send to nobody. */
const PAGE = '/r';
/** The file of the page; nothing else leads to it. */
const FILE = '/receipt.html';
const MAX_BODY_BYTES = 2000;
/** PDF files made for a place in the network in a minute: each takes a tenth of a second. */
const PDFS_PER_MINUTE = 60;

/** What stands in front of the handle in the address of a receipt. */
export function receiptPage(publicUrl: string): string {
  return `${publicUrl}${PAGE}#`;
}

/** See above. */
export function receiptRoutes(services: PortalServices): Router {
  const { db, site, publicUrl } = services;
  const router = express.Router();
  const keys = new HandleKeys(db);
  const receipts = new Receipts(services, keys);
  const pdfs = new Pace(services.clock, PDFS_PER_MINUTE);
  const { handler: authenticate, callerOf } = registersOnly(services);

  router.get('/recorder/v1/receipts', authenticate, async (request, response) => {
    const { id: registerId } = callerOf(request);
    const key = (await keys.keyOf())(registerId).toString('base64');
    response.setHeader('cache-control', 'no-store');
    response.json({ registerId, key, address: receiptPage(publicUrl()) });
  });

  router.use((request, response, next) => {
    const { path } = request;
    if (path === PAGE || path === FILE || path.startsWith('/receipt/'))
      response.setHeader('x-robots-tag', 'noindex, nofollow, noarchive');
    // The same page for every handle, served as the other pages are.
    if (path === PAGE) request.url = FILE;
    next();
  });

  const bytes = express.raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  const post = (
    name: string,
    send: (
      opened: Opened,
      response: Response,
      asked: { format: 'json' | 'xml'; network: string },
    ) => Promise<void>,
  ) => {
    router.post(`/receipt/v1/${name}`, bytes, async (request: Request, response: Response) => {
      response.setHeader('cache-control', 'no-store');
      refuseForeign(site, request.headers);
      const body = check(receiptOpening, withKnownNames(jsonSchema(receiptOpening), bodyOf(request)));
      const address = site.proxies.addressOf(request);
      const asked = { format: body.format, network: networkOf(address) };
      await send(await receipts.open(body, address), response, asked);
    });
  };

  post('look', async (opened, response) => {
    if (opened.state !== 'open') return void response.json(opened);
    const { found, record, rules } = opened;
    const view = await viewOf(db, found, record, rules).catch(tooLong);
    response.json(view ?? { state: 'waiting' });
  });

  post('pdf', async (opened, response, { network }) => {
    if (opened.state !== 'open') throw notOpen();
    pdfs.take(network);
    const paper = await printedCopy(db, opened.found).catch(notPrinted);
    if (!paper) throw notOpen();
    response.type('application/pdf').send(await formOf({ form: 'pdf', paper, kind: '80' }));
  });

  post('data', async (opened, response, { format }) => {
    if (opened.state !== 'open') throw notOpen();
    const { SQ, D, ESR, Fis } = opened.record;
    // The tax id of an employee is on no receipt, and is the customer's business nowhere.
    const { OprTIN: _OprTIN, ...esr } = ESR ?? {};
    const text = writeRecord('Tra', { SQ, D, ...(ESR && { ESR: esr }), ...(Fis && { Fis }) }, format);
    response.type(format === 'xml' ? 'text/xml; charset=utf-8' : 'application/json').send(text);
    return Promise.resolve();
  });
  return router;
}

/** What is too long to be laid out can still be had as data. */
function tooLong(error: unknown): { state: 'large' } {
  if (error instanceof Problem && error.status === 413) return { state: 'large' };
  throw error;
}

/** What is the matter with the archive of a shop is not its customers' business. */
function notPrinted(error: unknown): null {
  if (error instanceof Problem && error.status === 409) return null;
  throw error;
}

function notOpen(): Problem {
  return new Problem(404, 'there is no such receipt, or it is not shown');
}
