/** What kind of document a receipt is for eKasa. */
import { isNonFiscal, isTraining, type Esr } from '../../receipt/tra.ts';

/** Sale, invalid receipt (training), payment of an invoice, deposit, withdrawal. */
export type ReceiptType = 'PD' | 'ND' | 'UF' | 'VK' | 'VY';

/** What a receipt is; null for records that no law looks at. */
export function typeOf(esr: Esr): ReceiptType | null {
  if (isTraining(esr)) return 'ND';
  if (!isNonFiscal(esr)) return isPaymentByType(esr.DT) || invoiceNumbers(esr).size > 0 ? 'UF' : 'PD';
  const kind = (esr.NF ?? esr.NFS ?? '').toLowerCase();
  return kind === 'payin' ? 'VK' : kind === 'payout' ? 'VY' : null;
}

/** Invoices that are paid: as the positions name them, else the number of a document of the type UF. */
export function invoiceNumbers({ PosA = [], DT, DN }: Esr): Set<string> {
  const named = PosA.map(({ SK_InvoiceNumber }) => textOf(SK_InvoiceNumber)).filter((one) => one !== '');
  const document = isPaymentByType(DT) ? textOf(DN) : '';
  return new Set(named.length > 0 || document === '' ? named : [document]);
}

function isPaymentByType(type: unknown): boolean {
  return textOf(type).toUpperCase() === 'UF';
}

/** Number of a receipt that was written by hand; empty for all others. */
export function paragonNumber(esr: Esr): string {
  return textOf(esr.SK_ParagonNumber);
}

/** A text, without blanks around it; empty where there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
