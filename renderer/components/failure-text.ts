import type { Failure } from '../api/request.ts';

/** Which words stand for a failure that brought none. What was only read was not to be done. */
export function failureText({
  http,
  reads,
}: Pick<Failure, 'http' | 'reads'>):
  'unanswered' | 'unread' | 'forbidden' | 'missing' | 'refused' | 'unreadable' {
  if (http === null) return reads ? 'unread' : 'unanswered';
  if (http === 403) return 'forbidden';
  if (http === 404) return 'missing';
  return reads ? 'unreadable' : 'refused';
}
