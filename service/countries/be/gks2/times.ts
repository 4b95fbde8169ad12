/** Times as FDMs of GKS 2.0 want them. */
import { localTime, offsetTime } from '../../../clock.ts';

const HOUR_MS = 3_600_000;

/**
 * A local time with its offset, `YYYY-MM-DDThh:mm:ss.000+02:00`. Of an hour that comes
 * twice in autumn the one that is nearer counts.
 * @param now ms since 1970
 */
export function posTime(local: string, now: number): string {
  const first = Date.parse(local);
  const second = first + HOUR_MS;
  const isTwice = localTime(second) === local.slice(0, 19);
  const time = isTwice && Math.abs(now - second) < Math.abs(now - first) ? second : first;
  return offsetTime(time).replace(/(?=[+-]\d\d:\d\d$)/, '.000');
}
