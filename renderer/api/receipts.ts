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
  /** The cashier, by number or name. */
  operator: string;
  /** Sequence number of the record. */
  SQ: string;
  /** Numbers of the shop and the till. */
  TL: string;
  TT: string;
  /** Kind of what is no sale. */
  nfs: string;
  /** Type of the record; empty: receipts. */
  _: string;
  /** Oldest first (`asc`); empty: the newest. */
  sort: string;
  /** Any other field of the receipt, by its name in the receipt format, and its value. */
  field: string;
  value: string;
}

/** Receipts shown with each press of the button. */
const PAGE = 50;

/** Ask for receipts, the newest first where nothing else is wanted. */
export function askReceipts(
  rn: string,
  { field, value, ...criteria }: ReceiptCriteria,
  continuation: string | null = null,
): Promise<Reply<ReceiptList>> {
  const query = new URLSearchParams();
  const all = { ...criteria, ...(field.trim() !== '' && { [field.trim()]: value }), continuation };
  for (const [name, wanted] of Object.entries(all)) {
    const text = wanted?.trim() ?? '';
    if (text !== '') query.set(name, text);
  }
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
