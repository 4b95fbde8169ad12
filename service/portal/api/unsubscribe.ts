/**
 * Ends mails about notifications by the link that they carry: people open it and are led to a page that asks once
 * more; mail programs send a request of their own (RFC 8058), from machines that know nothing but the link.
 */
import express, { type Router } from 'express';
import { unsubscribe, UNSUBSCRIBE_PATH } from '../notification-mails/unsubscribe.ts';
import type { PortalServices } from '../services.ts';

/** See above. */
export function unsubscribeRoutes({ db, clock, publicUrl }: PortalServices): Router {
  const router = express.Router();
  // For people it is a page. Programs that look at links must not end anything.
  router.use((request, response, next) => {
    const token = request.path.startsWith(UNSUBSCRIBE_PATH)
      ? request.path.slice(UNSUBSCRIBE_PATH.length)
      : '';
    if (token === '' || !['GET', 'HEAD'].includes(request.method)) return void next();
    response.redirect(303, `${publicUrl()}/#/unsubscribe/${token}`);
  });
  router.post(`${UNSUBSCRIBE_PATH}:token`, async (request, response) => {
    await unsubscribe(db, request.params.token, clock.now());
    response.setHeader('cache-control', 'no-store');
    response.json({ success: true });
  });
  return router;
}
