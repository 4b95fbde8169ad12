import type { ReceiptDetail, ReceiptList } from '../../service/register/wire.ts';
import { controlUrl } from './control.ts';
import { type Reply, request } from './request.ts';

/** What receipts are looked for by, by the names of `/find`; empty: by anything. */
export interface ReceiptCriteria {
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  till: string;
  /** Fiscal number, and transaction number. */
  FN: string;
  TN: string;
  /** Total. */
  t: string;
  /** Number of the operator. */
  Opr: string;
}

/** Receipts shown with each press of the button. */
const PAGE = 50;

/** Ask for receipts, the newest first. */
export function askReceipts(
  rn: string,
  criteria: ReceiptCriteria,
  continuation: string | null = null,
): Promise<Reply<ReceiptList>> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...criteria, continuation: continuation ?? '' }))
    if (value.trim() !== '') query.set(name, value.trim());
  query.set('limit', `${PAGE}rows`);
  return request(`${controlUrl('receipts', rn)}&${query}`);
}

/** Ask for all there is to see of a receipt. */
export function askReceipt(rn: string, sq: number): Promise<Reply<ReceiptDetail>> {
  return request(`${controlUrl('receipt', rn)}&SQ=${sq}`);
}

/** Take a receipt back. */
export function voidReceipt(rn: string, sq: number, reason: string): Promise<Reply<{ sq: number }>> {
  return request(controlUrl('receipts/void', rn), {
    method: 'POST',
    body: JSON.stringify({ sq, reason }),
    type: 'application/json',
  });
}
