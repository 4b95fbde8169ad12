/** The web application: routes wired to the rooms, security headers, errors. */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Access } from '../access/access.ts';
import type { Log } from '../log.ts';
import { bodyFormat, MAX_BODY_BYTES } from '../receipt/body.ts';
import { issue } from '../receipt/issue.ts';
import type { Attributes } from '../settings/attributes.ts';
import { brokenOff, refusal } from '../register/outcomes.ts';
import { languageOf } from './request/language.ts';
import { answerFormat } from './request/negotiate.ts';
import { Admission } from './door/admission.ts';
import { admissionGuard } from './door/admission-guard.ts';
import { accessGuard, type BodyNamer } from './door/access-guard.ts';
import { canonicalName, type TerminalRegister } from './door/cloud-scope.ts';
import { byNameAlone, type RegisterNamer } from './request/named-register.ts';
import { originGuard } from './door/origins.ts';
import { allowedMethods } from './allowed-methods.ts';
import { sendMissingPage } from './missing-page.ts';
import { pageFiles } from './page-files.ts';
import { alwaysOk, sendRecord } from './request/send.ts';
import { refuseUnanswerable } from './request/unanswerable.ts';
import { answerUnread, cutOffEndless } from './door/unread-body.ts';

/** What no answer may be used for; pages that the profile allows may read answers. */
function securityHeaders(attributes: () => Attributes): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('x-content-type-options', 'nosniff');
    if (attributes().text('HttpServer_AllowOrigin') === undefined) {
      response.setHeader('cross-origin-resource-policy', 'same-origin');
    }
    next();
  };
}

/** Refuses a body by the length it announces. */
const sizeGuard: RequestHandler = (request, response, next) => {
  if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) {
    cutOffEndless(request, response);
    next();
    return;
  }
  answerUnread(request, response, () => {
    const format = answerFormat(request, bodyFormat(request.headers['content-type'], Buffer.alloc(0)));
    const tooLarge = refusal('BAD', [issue('#BODY', '', 'the body is too large')], languageOf(request));
    sendRecord(response, 413, 'TraC', tooLarge, format);
  });
};

/** What an application is made of. */
export interface AppParts {
  routers: readonly RequestHandler[];
  /** Folder of the built pages, which come behind the routes. */
  pages: string;
  access: Access;
  /** Which register a query means. */
  nameOf?: RegisterNamer;
  /** Which register an access token means. */
  ofTerminal?: TerminalRegister;
  /** Which register a posted record means. */
  meantBy?: BodyNamer;
  attributes: () => Attributes;
  log: Log;
  /** Sees every request before it is let in. */
  watch?: RequestHandler;
  /** Writes down what is done; behind the door, where it is known who asks. */
  trail?: RequestHandler;
  /** Answers what is neither a route nor a page. */
  rest?: RequestHandler;
}

/** Builds the application. */
export function createApp({
  routers,
  pages,
  access,
  nameOf = byNameAlone,
  ofTerminal = (terminal) => Promise.resolve(canonicalName(terminal)),
  meantBy = () => Promise.resolve(null),
  attributes,
  log,
  watch,
  trail,
  rest = notFound(routers),
}: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(securityHeaders(attributes));
  app.use((request, response, next) => {
    const start = performance.now();
    // Without the query, which may hold a password. Who follows the log must not make it longer by that.
    if (request.path !== '/control/log')
      response.on('finish', () =>
        log.debug(
          `${request.method} ${request.path}: ${response.statusCode} in ${Math.round(performance.now() - start)} ms`,
        ),
      );
    next();
  });
  app.use((_request, response, next) => {
    if (attributes().flag('HttpServer_respond200')) alwaysOk(response);
    next();
  });
  if (watch) app.use(watch);
  app.use(admissionGuard(new Admission(), log));
  app.use(originGuard(attributes));
  app.use(accessGuard(access, nameOf, meantBy, ofTerminal));
  if (trail) app.use(trail);
  app.use(sizeGuard);
  for (const router of routers) app.use(router);
  app.use(pageFiles(pages, 'index.html'));
  app.use(rest);
  app.use(errorHandler(log));
  return app;
}

const notFound =
  (routers: readonly RequestHandler[]): RequestHandler =>
  (request, response) => {
    if (sendMissingPage(request, response)) return;
    const allowed = allowedMethods(routers, request.path);
    if (allowed !== null) response.setHeader('allow', allowed);
    const hint = allowed === null ? '' : `; it takes ${allowed}`;
    const text = `there is no ${request.method} ${request.path}${hint}`;
    const answer = refusal('BAD', [issue('#NOT_FOUND', '', text)], languageOf(request));
    sendRecord(response, allowed === null ? 404 : 405, 'TraC', answer, answerFormat(request, 'json'));
  };

/** Bodies that cannot be read are BAD; everything else that throws is a journal that cannot be read, or a defect of ours. */
function errorHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { status, type, message } = error as { status?: number; type?: string; message?: string };
    const format = answerFormat(request, bodyFormat(request.headers['content-type'], Buffer.alloc(0)));
    if (status !== undefined && status >= 400 && status < 500) {
      const text =
        type === 'entity.too.large'
          ? 'the body is too large'
          : `the request cannot be read: ${message ?? ''}`;
      sendRecord(
        response,
        status,
        'TraC',
        refusal('BAD', [issue('#BODY', '', text)], languageOf(request)),
        format,
      );
      return;
    }
    log.error(`${request.method} ${request.path}`, error);
    refuseUnanswerable(request, response, brokenOff(error, languageOf(request)), format);
  };
}
