/** Texts of errors: stack, causes and the errors that one error stands for. */
import { inspect } from 'node:util';

/** Errors told of one line; chains may be endless. */
const MOST_ERRORS = 10;

/** An error with everything that led to it, as text with line breaks. */
export function causeText(cause: unknown): string {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  let waiting: unknown[] = [cause];
  while (waiting.length > 0 && texts.length < MOST_ERRORS) {
    const next = waiting.shift();
    if (next === undefined || seen.has(next)) continue;
    seen.add(next);
    texts.push(oneText(next));
    if (next instanceof AggregateError) waiting = [...waiting, ...(next.errors as unknown[])];
    if (next instanceof Error) waiting.push(next.cause);
  }
  return texts.join('\ncaused by ');
}

function oneText(cause: unknown): string {
  if (cause instanceof Error) return typeof cause.stack === 'string' ? cause.stack : cause.message;
  // Objects that are thrown may be of any size and make trouble when they are read.
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 2, breakLength: Infinity });
}
