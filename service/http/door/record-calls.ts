/** Has the calls of POS programs kept (integration/recent-calls.ts), once they are answered. */
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../clock.ts';
import { passingPart, type PassingCall, type PassingPart } from '../../integration/call.ts';
import type { RecentCalls } from '../../integration/recent-calls.ts';
import type { NamedRegister } from '../request/named-register.ts';
import { queryOf } from '../request/query.ts';

/** First parts of the paths that POS programs use; what a manager or another service asks for is nobody's business here. */
const OF_A_POS = new Set([
  ...['register', 'restart', 'last', 'cfg', 'find', 'tra', 'render', 'jou', 'state', 'peri', 'repo'],
  ...['recorder', 'qr', 'cer', 'e-invoice', 'retrieve', 'export', 'lic'],
]);
/** What is not for a POS, or brings secrets, is not looked at when it is not there either. */
const PRIVATE = new Set(['control', 'auth', 'sign', 'profile', 'service', 'backup', 'lan']);
/** Characters of a path with its query, and of header lines. */
const MOST_CHARACTERS = 2000;

/**
 * Keeps the calls of POS programs, and what is posted to an address that does not exist.
 * On the way to the answer it costs a function around `send`; bodies are copied behind it,
 * up to 16 kB.
 * @param isOn false: nothing is kept, and what was kept is forgotten
 */
export function recordCalls(
  calls: Pick<RecentCalls, 'add' | 'clear'>,
  clock: Clock,
  isOn: () => boolean,
): RequestHandler {
  return (request, response, next) => {
    const first = /^\/([^/]*)/.exec(request.path)?.[1]?.toLowerCase() ?? '';
    const isKnown = OF_A_POS.has(first);
    if (!isKnown && (request.method === 'GET' || PRIVATE.has(first))) {
      next();
      return;
    }
    if (!isOn()) {
      calls.clear();
      next();
      return;
    }
    const at = clock.now();
    const began = performance.now();
    let sent: unknown = null;
    const send = response.send.bind(response);
    response.send = (body: unknown) => {
      sent = body;
      return send(body);
    };
    response.once('close', () => {
      if (!isKnown && response.statusCode !== 404) return;
      const ms = performance.now() - began;
      calls.add({ at, ms, ...requestOf(request, response), answer: answerOf(response, sent) });
    });
    next();
  };
}

/** Tells which register a call is for, once its body is read. */
export function nameCall(response: Response, rn: string): void {
  response.locals.callOf = rn;
}

function requestOf(request: Request, response: Response): Omit<PassingCall, 'at' | 'ms' | 'answer'> {
  const { method, headers, originalUrl } = request;
  const body: unknown = request.body;
  const isRead = Buffer.isBuffer(body) || (typeof body === 'string' && body !== '');
  const length = Number(headers['content-length'] ?? 0);
  const named = response.locals.named as NamedRegister | undefined;
  const callOf = response.locals.callOf as string | undefined;
  // Of these the body decides.
  const isNamed =
    !/^\/(?:register|restart)\b/i.test(request.path) || queryOf(request).get('RN') !== undefined;
  const { userAgent = null, accept = null } = { userAgent: headers['user-agent'], accept: headers.accept };
  return {
    ...{ method, target: originalUrl.slice(0, MOST_CHARACTERS) },
    status: response.writableFinished ? response.statusCode : null,
    rn: callOf ?? (isNamed ? (named?.rn ?? null) : null),
    from: request.socket.remoteAddress ?? '',
    ...{ userAgent: cut(userAgent), accept: cut(accept) },
    request: isRead
      ? passingPart(headers['content-type'], body)
      : passingPart(headers['content-type'], null, length),
  };
}

function answerOf(response: Response, sent: unknown): PassingPart {
  const type = response.getHeader('content-type')?.toString();
  const isText = /json|xml|text/.test(type ?? '');
  const body = typeof sent === 'string' || (isText && Buffer.isBuffer(sent)) ? sent : null;
  const length = Buffer.isBuffer(sent) ? sent.length : Number(response.getHeader('content-length') ?? NaN);
  return passingPart(type, body, Number.isNaN(length) ? undefined : length);
}

function cut(text: string | null): string | null {
  return text?.slice(0, MOST_CHARACTERS) ?? null;
}
