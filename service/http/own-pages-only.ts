/**
 * Guard for GET routes that do something, or show forms: a page of another site
 * could send a browser of this machine there by a picture or a link, without an
 * `Origin`. Browsers say so in `Sec-Fetch-Site`; programs do not send it.
 */
import type { RequestHandler } from 'express';

/** Lets requests of programs, of the service's own pages and of the address bar pass. */
export const ownPagesOnly: RequestHandler = (request, response, next) => {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') next();
  else response.status(403).type('text/plain').send('only allowed from pages of the service');
};
