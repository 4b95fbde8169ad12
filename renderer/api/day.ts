import type { DayOverview, ReportAnswer } from '../../service/register/wire.ts';
import { controlUrl } from './control.ts';
import { type Reply, request } from './request.ts';

/**
 * Ask what a day of a register came to.
 * @param day `YYYY-MM-DD`; empty for today
 */
export const askDay = (rn: string, day: string) => (): Promise<Reply<DayOverview>> =>
  request(`${controlUrl('day', rn)}${day === '' ? '' : `&d=${day}`}`);

/** Cash that was counted; decimal texts, empty for nothing. */
export interface CashWish {
  /** In the drawer at the start. */
  start: string;
  counted: string;
  pieces: readonly { value: string; count: number }[];
}

/**
 * Make an X or Z report.
 * @param cash null when nobody counted
 */
export function makeReport(rn: string, kind: 'X' | 'Z', cash: CashWish | null): Promise<Reply<ReportAnswer>> {
  return request(controlUrl('report', rn), {
    method: 'POST',
    body: JSON.stringify({ kind, ...cash }),
    type: 'application/json',
  });
}
