/** The portal's web application: headers, routes, pages, errors. */
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { allowedMethods } from '../../http/allowed-methods.ts';
import { sendMissingPage } from '../../http/missing-page.ts';
import { pageFiles } from '../../http/page-files.ts';
import type { Log } from '../../log.ts';
import { Problem } from '../problem.ts';

/** What the application is made of. */
export interface PortalAppParts {
  routers: readonly RequestHandler[];
  /** Folder of the built pages; null: there is no page. */
  pages: string | null;
  log: Log;
}

/** Builds the application. */
export function portalApp({ routers, pages, log }: PortalAppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response, next) => {
    const start = performance.now();
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    response.setHeader('referrer-policy', 'no-referrer');
    response.on('finish', () =>
      log.debug(
        `portal ${request.method} ${loggedPath(request)}: ${response.statusCode} in ${Math.round(performance.now() - start)} ms`,
      ),
    );
    next();
  });
  for (const router of routers) app.use(router);
  if (pages !== null) app.use(pageFiles(pages, 'portal.html'));
  app.use((request, response, next) => {
    if (pages !== null && sendMissingPage(request, response)) return;
    const allowed = allowedMethods(routers, request.path);
    if (allowed !== null) response.setHeader('allow', allowed);
    const hint = allowed === null ? '' : `; it takes ${allowed}`;
    next(new Problem(allowed === null ? 404 : 405, `there is no ${request.method} ${request.path}${hint}`));
  });
  app.use(errorHandler(log));
  return app;
}

/** Without the query and without what follows `/Invitation/` or `/unsubscribe/`, which may be tokens. */
function loggedPath({ path }: Request): string {
  return path.replace(/^(\/(?:Invitation|unsubscribe)\/)[^/]*/i, '$1...');
}

function errorHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return void next(error);
    const problem = problemOf(error);
    if (problem.status >= 500) log.error(`portal ${request.method} ${loggedPath(request)} failed`, error);
    if (problem.retryAfter !== null) response.setHeader('retry-after', String(problem.retryAfter));
    if (problem.challenge !== null) response.setHeader('www-authenticate', problem.challenge);
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Errors of Express: a body that is too large or broken off, a path that cannot be read.
  const { status } = error as { status?: unknown };
  if (status === 413) return new Problem(413, 'the body is too large');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Problem(400, 'the request is not readable');
  return new Problem(500, 'something went wrong in the portal; its log says more');
}
