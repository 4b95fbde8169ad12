/** How long an outage of the signature units may last before the tax office has to be told (RKSV § 17). */

const HOUR_MS = 3_600_000;
const HOURS_TO_REPORT = 48;

/** True for an outage that has to be reported. Both are local times; `till` is now while it lasts. */
export function outageMustBeReported(since: string, till: string): boolean {
  return Date.parse(till) - Date.parse(since) > HOURS_TO_REPORT * HOUR_MS;
}
