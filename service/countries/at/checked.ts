/** Remembers that the tax office has found a start or annual receipt good. */
import type { StateChange } from '../contract/work.ts';
import { annualKey, annualReceipts, START, startReceipt } from './kasse.ts';

/**
 * The tax office has found a receipt good.
 * @param receipt `start` or the year of an annual receipt
 */
export function checkedChange(receipt: string, now: string): StateChange {
  return {
    event: 'receipt-checked',
    details: { Receipt: receipt },
    changes(state) {
      const key = receipt === 'start' ? START : annualKey(receipt);
      const known = receipt === 'start' ? startReceipt(state) : new Map(annualReceipts(state)).get(receipt);
      return known?.checked === null ? { [key]: { ...known, checked: now } } : null;
    },
  };
}
