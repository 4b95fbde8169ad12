/** Times as people read them. */
import { localTime } from '../../clock.ts';

/** Local time of an ISO 8601 time, local where it has no offset: `01.01.2026 11:01:30`. */
export function germanTime(time: string): string {
  const [day = '', clock = ''] = localTime(Date.parse(time)).split('T');
  return `${day.split('-').reverse().join('.')} ${clock}`;
}

/** Day of a local time: `01.01.2026`. */
export function germanDay(time: string): string {
  return time.slice(0, 10).split('-').reverse().join('.');
}
