import type { FailureReason } from '../bridge.ts';
import type { ServiceEnd } from './child.ts';

/** Exit codes of the service that another start with the same options would only repeat. */
const REASONS = new Map<number, FailureReason>([
  [2, 'usage'],
  [3, 'portTaken'],
  [4, 'dataRootNotWritable'],
  [5, 'dataRootInUse'],
  [6, 'demoOnData'],
]);

/** What the service said about its own failed start. */
export interface ReportedFailure {
  code: number;
  text: string;
}

/**
 * Decides whether an end needs a person. The service's own word counts most.
 *
 * A bare exit code is believed only before the service was ready and only if
 * the process did not crash: on POSIX a crash may surface as a signal number,
 * and 4, 5 and 6 are SIGILL, SIGTRAP and SIGABRT, which is how V8 dies when it
 * runs out of memory.
 */
export function failureReason(
  end: ServiceEnd,
  reported: ReportedFailure | null,
  wasReady: boolean,
): FailureReason | null {
  if (reported) return REASONS.get(reported.code) ?? null;
  if (wasReady || end.crashed) return null;
  return REASONS.get(end.code) ?? null;
}
