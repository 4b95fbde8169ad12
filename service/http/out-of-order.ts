/** The answer to every request that needs the journal, while it cannot be used: NO, and what to do about it. */
import { Router, type Request, type RequestHandler } from 'express';
import { unwrap } from '../receipt/envelope.ts';
import type { TraC } from '../receipt/tra.ts';
import { refusal } from '../register/outcomes.ts';
import { rawBody, readBody } from './body.ts';
import { languageOf } from './language.ts';
import { acceptedFormat, answerFormat } from './negotiate.ts';
import { sendAnswer } from './send.ts';
import { refuseUnanswerable } from './unanswerable.ts';

/** Bodies of these routes are any text. */
const TAKES_TEXT = /^\/(repo|peri\/.*)$/;

/**
 * Answers what is neither a page nor one of the few routes that need no journal.
 * A body that cannot be read stays BAD: a retry will not help it.
 */
export function outOfOrder(answer: () => TraC): RequestHandler {
  const posted: RequestHandler = (request, response) => {
    const body = readBody(request);
    const format = answerFormat(request, body.format);
    const isEmpty = !Buffer.isBuffer(request.body) || request.body.length === 0;
    if ('issue' in body && !isEmpty && !TAKES_TEXT.test(request.path)) {
      sendAnswer(response, refusal('BAD', [body.issue], languageOf(request)), format);
      return;
    }
    refuseUnanswerable(request, response, answer(), format, nameOf(request, body));
  };
  const router = Router();
  router.post(/^/, rawBody, posted);
  router.put(/^/, rawBody, posted);
  router.use((request, response) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    refuseUnanswerable(request, response, answer(), format);
  });
  return router;
}

/** Answers are named after what was posted. */
function nameOf(request: Request, body: ReturnType<typeof readBody>): string {
  if (request.path === '/cfg') return 'CfgC';
  if (request.path === '/repo') return 'Repo';
  return `${('tree' in body && unwrap(body.tree)?.type) || 'Tra'}C`;
}
