/** How requests are refused that are right, but cannot be answered now: the journal cannot be read, or a defect. */
import type { Request, Response } from 'express';
import type { Format } from '../receipt/answer.ts';
import type { TraC } from '../receipt/tra.ts';
import { sendAnswer } from './send.ts';

/** Seconds after which it is worth to ask again. */
const RETRY_SECONDS = 5;

/**
 * Refuses with NO (406) in the wanted format; the control page and the bare
 * counter, which know no records, with 503.
 * @param name of the record that the request would have been answered with
 */
export function refuseUnanswerable(
  request: Request,
  response: Response,
  answer: TraC,
  format: Format,
  name?: string,
): void {
  const { ErrorCode: code, UserMessage: message, Warning: warnings } = answer.Result;
  response.set({ 'retry-after': String(RETRY_SECONDS), 'cache-control': 'no-store' });
  if (request.path.startsWith('/control/')) response.status(503).json({ error: { code, message, warnings } });
  else if (request.path === '/jou/reprintcnt') response.status(503).type('text/plain').send(message);
  else sendAnswer(response, answer, format, name);
}
