/** /control/session: signing in and out on the control page, with the manager's password or as a person with a PIN. */
import { Router, type Request, type Response } from 'express';
import { COOKIE, type Access, type SignedIn } from '../../access/access.ts';
import { DEVICE_SECONDS } from '../../access/devices.ts';
import { DEVICE_COOKIE } from '../../access/manager.ts';
import type { Approach } from '../../access/caller.ts';
import { passwordProblem } from '../../access/password.ts';
import type { PinCheck } from '../../access/pin-check.ts';
import { CASHIER_IDLE_MS, type Session } from '../../access/sessions.ts';
import type { Role } from '../../access/wire.ts';
import { own } from '../../receipt/envelope.ts';
import { issue } from '../../receipt/issue.ts';
import type { SessionState } from '../../wire.ts';
import { actorOf, keepPerson } from '../request/actor.ts';
import { readBody, settingsBody } from '../request/body.ts';
import type { ChangeProfile } from './profile-page.ts';

/**
 * Routes of the session; POST `{"password": ...}` or `{"name": ..., "pin": ...}` signs in, DELETE signs out.
 * @param change changes the profile
 * @param pins checks PINs; null where there can be no people
 */
export function sessionRoutes(access: Access, change: ChangeProfile, pins: PinCheck | null): Router {
  const { manager } = access;
  const router = Router();
  router.get('/control/session', (request, response) => {
    const signedIn = access.signedIn(request.headers);
    const ended = signedIn ? null : access.whyEnded(request.headers);
    send(request, response, access.roleOf(approachOf(request)), signedIn, ended);
  });

  // What POS programs and people know the page by (doc 2, basic authentication).
  router.get('/control', (_request, response) => {
    response.redirect('/');
  });

  router.post('/control/session', settingsBody, async (request, response) => {
    const body = readBody(request);
    const [password, name, pin] = ['password', 'name', 'pin'].map((field) =>
      'tree' in body ? own(body.tree, field) : undefined,
    );
    const isPerson = pins !== null && access.asksWho && typeof name === 'string' && typeof pin === 'string';
    if (!isPerson && typeof password !== 'string') {
      const text = 'send {"password": "..."}, or {"name": "...", "pin": "..."} where people are set up';
      refuse(response, 400, issue('#PASSWORD', 'password', text));
      return;
    }
    const from = approachOf(request);
    // Whatever else was typed as a name may be a PIN.
    const named = isPerson ? (access.people!.byName(name) ?? { name: '?' }) : undefined;
    keepPerson(response, named);
    const verdict = isPerson
      ? await pins.check(name, pin, from)
      : await manager.check(password as string, from);
    if (typeof verdict === 'object' && 'waitSeconds' in verdict) {
      refuseFor(response, verdict.waitSeconds);
      return;
    }
    const before = access.session(request.headers);
    if (verdict === 'wrong') {
      refuse(
        response,
        403,
        isPerson
          ? issue('#PERSON', 'pin', 'name or PIN is wrong')
          : issue('#PASSWORD', 'password', 'the password is wrong'),
      );
      return;
    }
    // At a till one follows another: nobody goes on behind the one who comes.
    if (before) manager.sessions.end(before.id);
    const person = typeof verdict === 'object' ? verdict.person : null;
    if (person === null) sendManager(request, response, manager.sessions.begin());
    else {
      const idleMs = person.role === 'cashier' ? CASHIER_IDLE_MS : undefined;
      const session = manager.sessions.begin(person.id, idleMs);
      setCookie(request, response, session.id);
      send(request, response, person.role, { session, person });
    }
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
    const problem = password !== '' ? passwordProblem(password) : access.asksWho ? ('people' as const) : null;
    if (verdict === 'wrong' || problem !== null) {
      const fields = { ...(verdict === 'wrong' && { old: 'wrong' }), ...(problem && { password: problem }) };
      const warnings = Object.entries(fields).map(([name, what]) => `${name}: ${what}`);
      const message = 'the password cannot be changed so';
      response.status(400).json({ error: { code: '#PASSWORD', message, warnings, fields } });
      return;
    }
    await change({ password, by: actorOf(request, response) }, true);
    sendManager(request, response, password === '' ? null : manager.sessions.begin());
  });

  router.delete('/control/session', (request, response) => {
    const signedIn = access.signedIn(request.headers);
    if (signedIn) {
      const { session, person } = signedIn;
      keepPerson(response, person ?? undefined);
      manager.sessions.end(session.id);
    }
    setCookie(request, response, '', 0);
    response.json(null);
  });

  function send(
    request: Request,
    response: Response,
    role: Role | null,
    signedIn: SignedIn | null,
    ended: SessionState['ended'] = null,
  ): void {
    const person = signedIn?.person ?? null;
    const hasPeople = access.asksWho;
    const state: SessionState = {
      role: role ?? 'nobody',
      hasPassword: manager.hasPassword,
      csrf: signedIn?.session.csrf ?? null,
      name: person?.name ?? null,
      hasPeople,
      // Strangers in the network are told no names.
      people:
        hasPeople && manager.placeOf(approachOf(request)).isKnown
          ? access.people!.active.map(({ name }) => name)
          : null,
      idleSeconds: person?.role === 'cashier' ? CASHIER_IDLE_MS / 1000 : null,
      ended,
    };
    response.set('cache-control', 'no-store').json(state);
  }

  /** Answers the manager; without a session there is no password any more. */
  function sendManager(request: Request, response: Response, session: Session | null): void {
    setCookie(request, response, session?.id ?? '', session ? undefined : 0);
    const device = manager.deviceCookie(request.headers);
    response.cookie(DEVICE_COOKIE, device ?? '', {
      ...cookieOptions(request),
      maxAge: device === null ? 0 : DEVICE_SECONDS * 1000,
    });
    send(request, response, 'manager', session && { session, person: null });
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
