/** /control/session: signing in and out on the control page (roles: cashier and manager). */
import { Router, type Request, type Response } from 'express';
import { COOKIE, type Access } from '../access/access.ts';
import { DEVICE_SECONDS } from '../access/devices.ts';
import { DEVICE_COOKIE } from '../access/manager.ts';
import type { Approach } from '../access/caller.ts';
import { passwordProblem } from '../access/password.ts';
import type { Session } from '../access/sessions.ts';
import { own } from '../receipt/envelope.ts';
import { issue } from '../receipt/issue.ts';
import type { SessionState } from '../wire.ts';
import { readBody, settingsBody } from './body.ts';
import type { ChangeProfile } from './profile-page.ts';

/**
 * Routes of the session; POST `{"password": ...}` signs in, DELETE signs out.
 * @param change changes the profile
 */
export function sessionRoutes(access: Access, change: ChangeProfile): Router {
  const { manager } = access;
  const router = Router();
  router.get('/control/session', (request, response) => {
    response.setHeader('cache-control', 'no-store');
    response.json(stateOf(request));
  });

  // What POS programs and people know the page by (doc 2, basic authentication).
  router.get('/control', (_request, response) => {
    response.redirect('/');
  });

  router.post('/control/session', settingsBody, async (request, response) => {
    const body = readBody(request);
    const password = 'tree' in body ? own(body.tree, 'password') : undefined;
    if (typeof password !== 'string') {
      refuse(response, 400, issue('#PASSWORD', 'password', 'send {"password": "..."}'));
      return;
    }
    const verdict = await manager.check(password, approachOf(request));
    if (verdict === 'wrong') {
      refuse(response, 403, issue('#PASSWORD', 'password', 'the password is wrong'));
      return;
    }
    if (verdict !== 'right') {
      refuseFor(response, verdict.waitSeconds);
      return;
    }
    sendManager(request, response, manager.sessions.begin());
  });

  // Sessions end with the old password; who sets the new one goes on.
  router.post('/control/session/password', settingsBody, async (request, response) => {
    const body = readBody(request);
    const [old, password] = ['old', 'password'].map((name) =>
      'tree' in body ? own(body.tree, name) : undefined,
    );
    if (typeof password !== 'string' || (old !== undefined && typeof old !== 'string')) {
      refuse(response, 400, issue('#PASSWORD', 'password', 'send {"old": "...", "password": "..."}'));
      return;
    }
    const verdict = manager.hasPassword ? await manager.check(old ?? '', approachOf(request)) : 'right';
    if (typeof verdict === 'object') {
      refuseFor(response, verdict.waitSeconds);
      return;
    }
    const problem = password === '' ? null : passwordProblem(password);
    if (verdict === 'wrong' || problem !== null) {
      const fields = { ...(verdict === 'wrong' && { old: 'wrong' }), ...(problem && { password: problem }) };
      const warnings = Object.entries(fields).map(([name, what]) => `${name}: ${what}`);
      const message = 'the password cannot be changed so';
      response.status(400).json({ error: { code: '#PASSWORD', message, warnings, fields } });
      return;
    }
    await change({ password }, true);
    sendManager(request, response, password === '' ? null : manager.sessions.begin());
  });

  router.delete('/control/session', (request, response) => {
    const session = access.session(request.headers);
    if (session) manager.sessions.end(session.id);
    setCookie(request, response, '', 0);
    response.json(null);
  });

  function stateOf(request: Request): SessionState {
    const session = access.session(request.headers);
    const isManager = access.isManager(approachOf(request));
    return {
      role: isManager ? 'manager' : 'cashier',
      hasPassword: manager.hasPassword,
      csrf: session?.csrf ?? null,
    };
  }

  /** Answers the manager; without a session there is no password any more. */
  function sendManager(request: Request, response: Response, session: Session | null): void {
    setCookie(request, response, session?.id ?? '', session ? undefined : 0);
    const device = manager.deviceCookie(request.headers);
    response.cookie(DEVICE_COOKIE, device ?? '', {
      ...cookieOptions(request),
      maxAge: device === null ? 0 : DEVICE_SECONDS * 1000,
    });
    response.setHeader('cache-control', 'no-store');
    response.json({
      role: 'manager',
      hasPassword: session !== null,
      csrf: session?.csrf ?? null,
    } satisfies SessionState);
  }
  return router;
}

function setCookie(request: Request, response: Response, value: string, maxAge?: number): void {
  response.cookie(COOKIE, value, { ...cookieOptions(request), ...(maxAge !== undefined && { maxAge }) });
}

function cookieOptions({ secure }: Request) {
  return { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
}

function approachOf({ headers, socket }: Request): Approach {
  return { headers, address: socket.remoteAddress ?? '' };
}

function refuseFor(response: Response, seconds: number): void {
  response.setHeader('retry-after', String(seconds));
  refuse(response, 429, issue('#WAIT', '', `try again in ${seconds} s`));
}

function refuse(response: Response, status: number, why: ReturnType<typeof issue>): void {
  response.status(status).json({ error: { code: why.code, message: why.text, warnings: [] } });
}
