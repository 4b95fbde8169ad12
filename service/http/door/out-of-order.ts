/** The answer to every request that needs the journal, while it cannot be used: NO, and what to do about it. */
import { Router, type RequestHandler } from 'express';
import { bodyFormat } from '../../receipt/body.ts';
import { unwrap } from '../../receipt/envelope.ts';
import type { TraC } from '../../receipt/tra.ts';
import { refusal } from '../../register/outcomes.ts';
import { bytesOf, rawBody, readBody } from '../request/body.ts';
import { languageOf } from '../request/language.ts';
import { LARGE_BYTES } from '../request/large-bodies.ts';
import { acceptedFormat, answerFormat } from '../request/negotiate.ts';
import { sendAnswer } from '../request/send.ts';
import { answerName, refuseUnanswerable } from '../request/unanswerable.ts';

/** Bodies of these routes are any text. */
const TAKES_TEXT = /^\/(repo|peri\/.*)$/;

/**
 * Answers what is neither a page nor one of the few routes that need no journal.
 * A body that cannot be read stays BAD: a retry will not help it.
 */
export function outOfOrder(answer: () => TraC): RequestHandler {
  const posted: RequestHandler = (request, response) => {
    const bytes = bytesOf(request);
    // Reading a large one costs what a receipt costs, only to be refused.
    const body = bytes.length > LARGE_BYTES ? null : readBody(request);
    const format = answerFormat(request, body?.format ?? bodyFormat(request.headers['content-type'], bytes));
    if (body && 'issue' in body && bytes.length > 0 && !TAKES_TEXT.test(request.path)) {
      sendAnswer(response, refusal('BAD', [body.issue], languageOf(request)), format);
      return;
    }
    const type = body && 'tree' in body ? unwrap(body.tree)?.type : undefined;
    refuseUnanswerable(request, response, answer(), format, { name: answerName(request, type) });
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
