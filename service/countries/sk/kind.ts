/** What kind of document a receipt is for eKasa. */
import { isNonFiscal, isTraining, type Esr } from '../../receipt/tra.ts';

/** Sale, invalid receipt (training), payment of an invoice, deposit, withdrawal. */
export type ReceiptType = 'PD' | 'ND' | 'UF' | 'VK' | 'VY';

/** What a receipt is; null for records that no law looks at. */
export function typeOf(esr: Esr): ReceiptType | null {
  if (isTraining(esr)) return 'ND';
  if (!isNonFiscal(esr)) return invoiceNumbers(esr).size > 0 ? 'UF' : 'PD';
  const kind = (esr.NF ?? esr.NFS ?? '').toLowerCase();
  return kind === 'payin' ? 'VK' : kind === 'payout' ? 'VY' : null;
}

/** Invoices that are paid. */
export function invoiceNumbers({ PosA = [] }: Esr): Set<string> {
  return new Set(PosA.map(({ SK_InvoiceNumber }) => textOf(SK_InvoiceNumber)).filter((one) => one !== ''));
}

/** Number of a receipt that was written by hand; empty for all others. */
export function paragonNumber(esr: Esr): string {
  return textOf(esr.SK_ParagonNumber);
}

/** A text, without blanks around it; empty where there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
