/** The first thing that happens to a request: whether there is room for it (admission.ts). */
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { networkOf } from '../../access/network.ts';
import type { Log } from '../../log.ts';
import { bodyFormat } from '../../receipt/body.ts';
import { issue } from '../../receipt/issue.ts';
import { refusal } from '../../register/outcomes.ts';
import type { Admission } from './admission.ts';
import { languageOf } from '../request/language.ts';
import { answerFormat } from '../request/negotiate.ts';
import { answerName, refuseUnanswerable } from '../request/unanswerable.ts';
import { answerUnread } from './unread-body.ts';

/** Nobody sends so many requests before the first answer, except to fill the memory. */
const MOST_PIPELINED = 50;
const RETRY_SECONDS = 2;
const LOG_EVERY_MS = 60_000;

/** Lets requests pass that there is room for. The body of any other is thrown away unread. */
export function admissionGuard(admission: Admission, log: Log): RequestHandler {
  /** How to leave, for each request of a connection that is not answered. */
  const unanswered = new WeakMap<Socket, Set<() => void>>();
  let logged = -Infinity;

  const refuse = (request: Request, response: Response) => {
    if (performance.now() - logged > LOG_EVERY_MS) {
      logged = performance.now();
      log.warn('more is asked for at once than can be answered; requests are refused with #OVERLOADED');
    }
    const text = 'too much is asked for at once: nothing was read and nothing stored; try again';
    const answer = refusal('NO', [issue('#OVERLOADED', '', text)], languageOf(request));
    const format = answerFormat(request, bodyFormat(request.headers['content-type'], Buffer.alloc(0)));
    const how = { name: answerName(request), retryAfter: RETRY_SECONDS };
    answerUnread(
      request,
      response,
      () => refuseUnanswerable(request, response, answer, format, how),
      admission.limits.pause,
    );
  };

  const requestsOn = (socket: Socket): Set<() => void> => {
    const known = unanswered.get(socket);
    if (known) return known;
    const leaves = new Set<() => void>();
    unanswered.set(socket, leaves);
    // Answers that wait for one before them never hear that the client is gone.
    socket.once('close', () => leaves.forEach((leave) => leave()));
    return leaves;
  };

  return (request, response, next) => {
    const { socket } = request;
    const requests = requestsOn(socket);
    if (socket.destroyed) return;
    if (requests.size >= MOST_PIPELINED) {
      socket.destroy();
      return;
    }
    const leave = admission.ask(networkOf(socket.remoteAddress ?? ''), {
      enter: next,
      refuse: () => refuse(request, response),
      isComplete: () => request.complete,
    });
    requests.add(leave);
    response.once('close', () => {
      requests.delete(leave);
      leave();
    });
  };
}
