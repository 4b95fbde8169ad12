/** The door of the service in front of all routes; see access/access.ts. */
import type { Request, RequestHandler, Response } from 'express';
import type { Access, Refused } from '../../access/access.ts';
import { outsideToken, type CompanyTerminal, type TokenRefused } from '../../access/bearer.ts';
import { changesByGet, isOfInstallation } from '../../access/rules.ts';
import { bodyFormat } from '../../receipt/body.ts';
import { issue } from '../../receipt/issue.ts';
import { refusal } from '../../register/outcomes.ts';
import { keepPerson } from '../request/actor.ts';
import { canonicalName, checkQuery, setScope, type TerminalRegister } from './cloud-scope.ts';
import { languageOf } from '../request/language.ts';
import { keepName, type RegisterNamer } from '../request/named-register.ts';
import { wantsPage } from '../form-page.ts';
import { answerFormat } from '../request/negotiate.ts';
import { queryOf } from '../request/query.ts';
import { sendRecord } from '../request/send.ts';

/** Routes whose register stands in the body; they ask {@link isKeptOut} when they have read it. */
const ADDRESSED = new Set(['/register', '/restart', '/register/void', '/register/void/last', '/render']);

/** Name of the register that a body means, read before anybody has signed in; null when it cannot be known. */
export type BodyNamer = (request: Request, response: Response) => Promise<string | null>;

/**
 * Lets requests pass that may.
 * @param meantBy asked for a posted record whose sender is to sign in
 * @param ofTerminal the register of a terminal that comes with an access token
 */
export function accessGuard(
  access: Access,
  nameOf: RegisterNamer,
  meantBy: BodyNamer,
  ofTerminal: TerminalRegister,
): RequestHandler {
  return async (request, response, next) => {
    const query = queryOf(request);
    const named = nameOf(query);
    keepName(request, named);
    const isPosted = ADDRESSED.has(request.path.toLowerCase().replace(/\/$/, ''));
    // Which realm counts is known before the password is looked at: a client that asked without a body answers another one's challenge.
    const meant =
      isPosted && access.asksByRegister && isOfKnownLength(request) ? await meantBy(request, response) : null;
    const admitted = await access.admit({
      method: request.method,
      path: request.path,
      uri: request.originalUrl,
      headers: request.headers,
      address: request.socket.remoteAddress ?? '',
      password: query.get('password'),
      // The body decides.
      rn: isPosted ? meant : named.rn,
      ofInstallation: isOfInstallation(request.path, query.get('RN') !== undefined),
      changes: changesByGet(request.path, query.get('target') !== undefined),
    });
    if ('status' in admitted) {
      const asksForUser = 'code' in admitted && admitted.stale !== undefined;
      const isByBody = isPosted && asksForUser && access.asksByRegister;
      const rn = isByBody ? (meant ?? (await meantBy(request, response)) ?? query.get('RN')) : undefined;
      refuse(request, response, asksForUser && rn !== undefined ? access.refusedBy(rn, admitted) : admitted);
      return;
    }
    const { terminal } = admitted;
    if (terminal) {
      const outside = await keepToRegister(request, response, terminal, ofTerminal);
      if (outside) refuse(request, response, outside);
      else next();
      return;
    }
    const allowed: Pass = (rn) => access.mayUse(admitted, rn);
    response.locals.pass = allowed;
    response.locals.isManager = admitted.isManager === true;
    keepPerson(response, admitted.person);
    next();
  };
}

/** Whether a body that is too long to be looked at is known before any of it is read: whoever has the password may send it. */
function isOfKnownLength({ headers }: Request): boolean {
  return headers['content-length'] !== undefined && headers['content-encoding'] === undefined;
}

/** Binds a request to the register of its access token; refuses it when it names another one. */
async function keepToRegister(
  request: Request,
  response: Response,
  terminal: CompanyTerminal,
  ofTerminal: TerminalRegister,
): Promise<TokenRefused | null> {
  const own = await ofTerminal(terminal);
  if (own === null) {
    const name = canonicalName(terminal);
    return outsideToken(
      `${name} is not for this token: it belongs to another company or terminal, or its configuration does not say Cloud.CompanyId`,
    );
  }
  const scope = { terminal, rn: own };
  const outside = checkQuery(queryOf(request), scope);
  if (outside) return outside;
  setScope(request, scope);
  const allowed: Pass = (rn) =>
    rn === own ? null : outsideToken(`register ${rn} is not the one of the access token`);
  response.locals.pass = allowed;
  return null;
}

/** Whether whoever asks has shown the manager's password; being on this machine is not enough. */
export function isProvenManager(response: Response): boolean {
  return response.locals.isManager === true;
}

/** Whether the user of a request may use a register, or (null) what concerns the installation; null when so. */
type Pass = (rn: string | null) => Refused | TokenRefused | null;

/** Whether the user of a request may use a register, for routes that look into several. */
export function mayUse(response: Response, rn: string): boolean {
  return ((response.locals.pass as Pass | undefined)?.(rn) ?? null) === null;
}

/**
 * Refuses a request whose user belongs to another register, for routes that know the register
 * only when they have read the body.
 * @param rn null for what concerns the installation
 * @returns true when it was refused
 */
export function isKeptOut(request: Request, response: Response, rn: string | null): boolean {
  const refused = (response.locals.pass as Pass | undefined)?.(rn) ?? null;
  if (refused) refuse(request, response, refused);
  return refused !== null;
}

/** Answers why a request may not go in. */
export function refuse(request: Request, response: Response, refused: Refused | TokenRefused): void {
  if ('error' in refused) {
    sendTokenError(response, refused);
    return;
  }
  const { status, code, text, challenge, retryAfter } = refused;
  if (challenge !== undefined) response.setHeader('www-authenticate', challenge);
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  response.setHeader('cache-control', 'no-store');
  if (canSignIn(request, refused)) {
    response.redirect(`/#/sign-in?next=${encodeURIComponent(request.originalUrl)}`);
    return;
  }
  if (request.path.startsWith('/control/')) {
    response.status(status).json({ error: { code, message: text, warnings: [] } });
    return;
  }
  const format = answerFormat(request, bodyFormat(request.headers['content-type'], Buffer.alloc(0)));
  sendRecord(response, status, 'TraC', refusal('BAD', [issue(code, '', text)], languageOf(request)), format);
}

/**
 * Whether somebody looks at a page of the service in a browser and would see it as the manager. The control page asks
 * for the password and leads back; programs get the challenge.
 */
function canSignIn(request: Request, { status, code, stale }: Refused): boolean {
  return (
    status === 401 &&
    code === '#SIGN_IN' &&
    // Users of .htdigest are asked by the browser.
    stale === undefined &&
    request.method === 'GET' &&
    request.headers.authorization === undefined &&
    wantsPage(request)
  );
}

/** As OAuth 2.0 has it (RFC 6750; doc 2, Errors), in every format: no record of a register. */
function sendTokenError(response: Response, { status, error, text, register }: TokenRefused): void {
  if (status === 503) response.setHeader('retry-after', '5');
  else if (status !== 421) response.setHeader('www-authenticate', `Bearer error="${error}"`);
  response.setHeader('cache-control', 'no-store');
  response.status(status).json({ error, error_description: text, register_url: register });
}
