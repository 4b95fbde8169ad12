/** What a register answers: registered, refused, or registered before. */
import { answerOf } from '../receipt/answer.ts';
import type { Issue } from '../receipt/issue.ts';
import type { JournalRecord, Result, Tra, TraC } from '../receipt/tra.ts';
import { userMessage } from './messages.ts';
import { contains } from './numbers.ts';
import { defectIssue } from './outage.ts';

/** Most warnings of one answer: a body may hold more mistakes than anybody reads. */
const MOST_WARNINGS = 100;

/** The first warnings, and how many more there are. */
function firstOf(warnings: string[]): string[] {
  const more = warnings.length - MOST_WARNINGS;
  return more <= 0 ? warnings : [...warnings.slice(0, MOST_WARNINGS), `and ${more} more`];
}

/**
 * Result of a successful registration.
 * @param notice what the operator has to know, with the language to say it in
 */
export function success(warnings: string[], notice?: { issue: Issue; language: string }): Result {
  if (notice) return withNotice({ RC: 'OK', Warning: warnings }, notice);
  return { RC: 'OK', ...(warnings.length > 0 && { Warning: firstOf(warnings) }) };
}

/** The same with one warning more, which comes first. */
export function withWarning(result: Result, text: string): Result {
  return { ...result, Warning: firstOf([text, ...(result.Warning ?? [])]) };
}

/** An answer with more warnings, behind its own. */
export function withWarnings(answer: TraC, more: readonly string[]): TraC {
  if (more.length === 0) return answer;
  const { Result } = answer;
  return { ...answer, Result: { ...Result, Warning: firstOf([...(Result.Warning ?? []), ...more]) } };
}

/** The same with what the operator has to know of a receipt that is registered all the same. */
export function withNotice(
  { RC, Warning = [] }: Result,
  { issue, language }: { issue: Issue; language: string },
): Result {
  const { code, text } = issue;
  return {
    RC,
    ErrorCode: code,
    UserMessage: userMessage(language, [issue]),
    Warning: firstOf([`${code} ${text}`, ...Warning]),
  };
}

/** The same with a word to the operator when a card number was masked; what the law wants said comes first. */
export function withCardNotice(result: Result, language: string): Result {
  const { RC, ErrorCode, Warning = [] } = result;
  const code = '#CARD_MASKED';
  if (ErrorCode !== undefined || !Warning.some((text) => text.startsWith(`${code} `))) return result;
  return { RC, ErrorCode: code, UserMessage: userMessage(language, [{ code }]), Warning };
}

/** Answer to a /restart that found its transaction: the stored one, marked. */
export function duplicate(record: JournalRecord, sent: Tra): TraC {
  const answer = answerOf(record);
  const differs = record.ESR && !contains(record.ESR, { ...sent.ESR, TL: undefined, TT: undefined });
  const warnings = [
    ...(answer.Result.Warning ?? []),
    ...(differs ? ['the stored transaction differs from the one sent; the stored one counts'] : []),
  ];
  return {
    ...answer,
    Result: { ...answer.Result, ErrorCode: '#DUPLICATE', ...(warnings.length > 0 && { Warning: warnings }) },
  };
}

/** The answer when work broke off: the journal cannot be read, else it is a defect of ours. */
export function brokenOff(error: unknown, language: string): TraC {
  return refusal('NO', [defectIssue(error)], language);
}

/** An answer without registration. All problems appear, the first one's constant leads. */
export function refusal(
  rc: 'BAD' | 'NO',
  issues: readonly Issue[],
  language: string,
  warnings: string[] = [],
): TraC {
  return {
    Result: {
      RC: rc,
      ErrorCode: issues[0]?.code ?? '#INTERNAL',
      UserMessage: userMessage(language, issues),
      Warning: firstOf([...issues.map((i) => `${i.code} ${i.text}`), ...warnings]),
    },
  };
}
