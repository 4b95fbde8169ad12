/** How requests are refused that are right, but cannot be answered now: the journal cannot be read, too much is asked for, or a defect. */
import type { Request, Response } from 'express';
import type { Format } from '../../receipt/answer.ts';
import type { TraC } from '../../receipt/tra.ts';
import { sendAnswer } from './send.ts';

/** Seconds after which it is worth to ask again. */
const RETRY_SECONDS = 5;

/**
 * Refuses with NO (406) in the wanted format; the control page and the bare
 * counter, which know no records, with 503.
 * @param how.name of the record that the request would have been answered with
 * @param how.retryAfter seconds
 */
export function refuseUnanswerable(
  request: Request,
  response: Response,
  answer: TraC,
  format: Format,
  how: { name?: string; retryAfter?: number } = {},
): void {
  const { name, retryAfter = RETRY_SECONDS } = how;
  const { ErrorCode: code, UserMessage: message, Warning: warnings } = answer.Result;
  response.set({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' });
  if (request.path.startsWith('/control/')) response.status(503).json({ error: { code, message, warnings } });
  else if (request.path === '/jou/reprintcnt') response.status(503).type('text/plain').send(message);
  else sendAnswer(response, answer, format, name);
}

/**
 * Name of the answer to a posted record.
 * @param type of the record, where it is known
 */
export function answerName({ path }: Request, type = 'Tra'): string {
  if (path === '/cfg') return 'CfgC';
  if (path === '/repo') return 'Repo';
  return `${type}C`;
}
