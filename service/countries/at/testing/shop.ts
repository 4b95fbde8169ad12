/** A shop with two signature cards of one provider, its receipts, and what is found in its DEP. */
import type { VerifyOptions } from '../verify/verifier.ts';
import { CashRegister, type Issued, type Order } from './cash-register.ts';
import { newRoot, newUnit } from './certificates.ts';
import { auditorOf, verifiedReceipts } from './verification.ts';

/** The provider. */
export const root = newRoot();
/** Its cards; the second one's number begins with a bit that is set. */
export const card = newUnit(root, '3a7f01');
export const other = newUnit(root, 'ff00ff00ff00ff00ff', 'AT3');
/** Knows the provider and the AES key. */
export const auditor = auditorOf(root);

/** A receipt; what it does not say is as usual: signed with the first card, zero, a minute after the one before. */
export type Step = Partial<Order>;
/** Sums of 11.50. */
export const SALE: Step = { sets: { normal: 1200, zero: -50 } };

/** Issues receipts from 2 January 2026 on; the first one is the start receipt. */
export function sold(steps: readonly Step[], bytes: 5 | 8 = 8, unit = card): Issued[] {
  const register = new CashRegister('KASSE-1', bytes);
  steps.forEach((step, i) => {
    const time = new Date(Date.UTC(2026, 0, 2, 8, i)).toISOString().slice(0, 19);
    register.issue({ number: `R-${i + 1}`, time, unit, ...step });
  });
  return register.issued;
}

/** Findings in short: `error chain @2 f12`, with the numbers of receipt and field. */
export async function found(
  receipts: readonly Issued[],
  options: VerifyOptions = auditor,
): Promise<string[]> {
  const { findings } = await verifiedReceipts(receipts, options);
  return findings.map(
    (f) => `${f.severity} ${f.check} @${f.receipt}${f.field === null ? '' : ` f${f.field}`}`,
  );
}

/** A receipt with another text in a field, and the same signature. */
export function altered(receipt: Issued, field: number, text: string): Issued {
  const fields = receipt.payload.split('_');
  fields[field] = text;
  const [header, , signature] = receipt.jws.split('.');
  const payload = Buffer.from(fields.join('_')).toString('base64url');
  return { ...receipt, jws: `${header}.${payload}.${signature}` };
}
