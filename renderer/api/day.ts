import type { DayOverview, ReportAnswer } from '../../service/register/wire.ts';
import { controlUrl } from './control.ts';
import { type Reply, request } from './request.ts';

/**
 * Ask what a day of a register came to.
 * @param day `YYYY-MM-DD`; empty for today
 */
export const askDay = (rn: string, day: string) => (): Promise<Reply<DayOverview>> =>
  request(`${controlUrl('day', rn)}${day === '' ? '' : `&d=${day}`}`);

/**
 * Make an X or Z report.
 * @param counted cash in the drawer, decimal text; empty when nobody counted
 */
export function makeReport(rn: string, kind: 'X' | 'Z', counted: string): Promise<Reply<ReportAnswer>> {
  return request(controlUrl('report', rn), {
    method: 'POST',
    body: JSON.stringify({ kind, counted }),
    type: 'application/json',
  });
}
