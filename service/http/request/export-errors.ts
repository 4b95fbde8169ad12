/** How requests for exports are refused. */
import type { Request, Response } from 'express';
import type { ErrorCode } from '../../receipt/error-codes.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Result, TraC } from '../../receipt/tra.ts';
import { refusal } from '../../register/outcomes.ts';
import { languageAsked, languageOf } from './language.ts';
import { acceptedFormat } from './negotiate.ts';
import { sendRecord } from './send.ts';

/** Seconds after which a further export may be asked for. */
const RETRY_SECONDS = 30;

/** Says that enough exports are running. */
export const BUSY: Issue = issue('#EXPORT_BUSY', '', 'other exports are running; ask again later');

/** HTTP status of an answer that a constant leads; for all others 400, or 406 where the same may succeed later. */
const STATUS: Readonly<Record<string, number | undefined>> = {
  '#NOT_FOUND': 404,
  '#NO_CFG': 406,
  '#OFFLINE': 406,
  '#RESTORE_CONFIRM': 409,
  '#RESTORE_IN_USE': 409,
  '#RESTORE_ONLINE': 409,
  '#RESTORING': 409,
  '#JOURNAL_IN_ORDER': 409,
  '#EXPORT_BUSY': 503,
} satisfies Partial<Record<ErrorCode, number>>;

/** Refuses with a TraC, for programs. */
export function refuse(request: Request, response: Response, issues: readonly Issue[]): void {
  const { status, answer } = refusalOf(response, issues, languageOf(request));
  sendRecord(response, status, 'TraC', answer, acceptedFormat(request.headers.accept) ?? 'json');
}

/**
 * Refuses with `{ error: { code, message, warnings } }`, for the control page.
 * @param fields what is wrong with what was entered, by name of the field: the page has words for it
 */
export function refuseOnPage(
  response: Response,
  issues: readonly Issue[],
  fields?: Readonly<Record<string, string>>,
): void {
  const { status, answer } = refusalOf(response, issues, languageAsked(response.req));
  const { ErrorCode: code, UserMessage: message, Warning: warnings } = answer.Result;
  response.status(status).json({ error: { code, message, warnings, ...(fields && { fields }) } });
}

/** Tells the control page that the register refused what it was asked for. */
export function refusedOnPage(response: Response, { RC, ErrorCode, UserMessage, Warning }: Result): void {
  const message = UserMessage ?? ErrorCode ?? RC;
  const error = { code: ErrorCode ?? '', message, warnings: [Warning ?? []].flat() };
  response.status(406).json({ error });
}

/** The first issue decides. */
function refusalOf(
  response: Response,
  issues: readonly Issue[],
  language: string,
): { status: number; answer: TraC } {
  const { code, rc } = issues[0]!;
  const status = STATUS[code] ?? (rc === 'NO' ? 406 : 400);
  if (status === 503) response.set('retry-after', String(RETRY_SECONDS));
  return { status, answer: refusal(rc === 'NO' ? 'NO' : 'BAD', issues, language) };
}
