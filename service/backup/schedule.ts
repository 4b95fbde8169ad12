/** When a register is backed up by itself: every night, and as soon as possible where that was missed. */
import type { LastBackup } from './backup-settings.ts';

/** Hour of the day unless a manager chooses another one, local time: after the last guest, before the first. */
export const USUAL_HOUR = 4;
/** A medium that was not there may be back. */
const RETRY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** After so many days without a backup somebody has to look. */
const DAYS_TO_WORRY = 3;

/**
 * True when a register has to be backed up now.
 * @param now ms since 1970
 * @param hour of the day, 0 to 23
 */
export function isDue(last: LastBackup | null, now: number, hour: number): boolean {
  if (!last) return true;
  const night = lastNight(now, hour);
  // A clock that was far ahead must not put the next one off.
  if (last.success !== null && last.success >= night && last.success <= now) return false;
  return last.tried < night || now - last.tried >= RETRY_MS || last.tried > now;
}

/**
 * True when a backup is so old that somebody has to look.
 * @param success when it was made, ms since 1970
 */
export function isOld(success: number, now: number): boolean {
  return now - success > DAYS_TO_WORRY * DAY_MS;
}

/** The next time that backups are made, ms since 1970. */
export function nextNight(now: number, hour: number): number {
  const night = new Date(lastNight(now, hour));
  night.setDate(night.getDate() + 1);
  return night.getTime();
}

/** The last time that it was this hour, ms since 1970. */
function lastNight(now: number, hour: number): number {
  const night = new Date(now);
  night.setHours(hour, 0, 0, 0);
  // One day less, not 24 hours: summer time begins and ends.
  if (night.getTime() > now) night.setDate(night.getDate() - 1);
  return night.getTime();
}
