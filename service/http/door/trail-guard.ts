/** Writes into the audit trail what requests do, as soon as they are answered. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, RequestHandler, Response } from 'express';
import { isFromBrowser } from '../../access/caller.ts';
import type { Trail } from '../../trail/trail.ts';
import type { TrailChange, TrailWhat, TrailWho } from '../../trail/wire.ts';
import { actOf } from './trail-acts.ts';
import { namedRegister } from '../request/named-register.ts';

/** What the work of a request adds. */
interface Added {
  /** Where the address does not say it. */
  what?: TrailWhat;
  rn?: string;
  about?: string;
  changes?: readonly TrailChange[];
}

const requests = new AsyncLocalStorage<{ add(more: Added): void }>();

/** Says more about what the request that is being answered does; nothing where the service works by itself. */
export function addToTrail(more: Added): void {
  requests.getStore()?.add(more);
}

/** A receipt that is taken back, and why, in one line. */
export function voidedReceipt(
  receipt: { FN?: string; TL?: string; TT?: string; TN?: string } | undefined,
  reason: string | undefined,
): string {
  const { FN, TL, TT, TN } = receipt ?? {};
  const number = FN ?? [TL, TT, TN].filter(Boolean).join('/');
  return [number, reason].filter(Boolean).join(': ');
}

/** Handler behind the door: who asks is known. */
export function trailGuard(trail: Pick<Trail, 'note'>): RequestHandler {
  return (request, response, next) => {
    const act = actOf(request.method, request.path);
    let added: Added = {};
    let isHeard = false;
    const hear = () => {
      if (isHeard) return;
      isHeard = true;
      response.once('finish', () => {
        const isDone = response.statusCode < 400;
        const what = act?.what ?? added.what;
        if (what === undefined || (!isDone && act?.refused !== true)) return;
        trail.note({
          ...{ who: whoOf(request, response), from: request.socket.remoteAddress ?? '', what },
          outcome: isDone ? 'done' : 'refused',
          ...registerOf(request, added),
          ...((added.about ?? pathOf(request)) !== '' && { about: added.about ?? pathOf(request) }),
          ...(added.changes && { changes: [...added.changes] }),
        });
      });
    };
    if (act) hear();
    const add = (more: Added) => {
      const changes = [...(added.changes ?? []), ...(more.changes ?? [])];
      added = { ...added, ...more, ...(changes.length > 0 && { changes }) };
      hear();
    };
    requests.run({ add }, next);
  };
}

/** Requests that are about no register. */
const OF_THE_SERVICE =
  /^\/(?:control\/(?:session|people|profile|keys|partners|units|backups|setup\/backup|support|journal|exports\/)|profile|service|disk|lic)/i;

/** The action that the address names, such as `close-series`; empty where the kind of entry says it all. */
function pathOf({ path }: Request): string {
  const m = /^\/control\/(?:country|devices|profile|units|people|journal|e-invoices)\/([\w-]{1,80})/i.exec(
    path,
  );
  return m?.[1] ?? '';
}

function registerOf(request: Request, { rn }: Added): { rn?: string } {
  if (rn !== undefined) return { rn };
  if (OF_THE_SERVICE.test(request.path)) return {};
  const named = namedRegister(request);
  return named.issues.length === 0 ? { rn: named.rn } : {};
}

/** A person, as the door has let it in. */
interface Person {
  name: string;
  role?: string;
}

function whoOf(request: Request, response: Response): TrailWho {
  const { person, isManager, scope } = response.locals as {
    person?: Person;
    isManager?: boolean;
    scope?: { rn: string };
  };
  if (person)
    return { kind: 'person', name: person.name, ...(person.role !== undefined && { role: person.role }) };
  if (isManager === true) return { kind: 'manager' };
  if (scope) return { kind: 'token', name: scope.rn };
  const agent = request.headers['user-agent'];
  const named = agent === undefined ? {} : { name: agent.slice(0, 100) };
  if (/^\/(register|restart|cfg)\b/i.test(request.path)) return { kind: 'pos', ...named };
  if (!isFromBrowser(request.headers)) return { kind: 'program', ...named };
  // Whoever signs in is the manager when it is done.
  return { kind: /^\/control\/session/i.test(request.path) ? 'manager' : 'machine' };
}
