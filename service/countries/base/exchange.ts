/** Exchanges: receipts that sell and take back at once. */
import type { Esr } from '../../receipt/tra.ts';

/** {@link CountryReceipts.corrects} where an exchange has to say, too, of which receipts its positions come back. */
export function positionsNameOriginals({ PosA = [] }: Esr): boolean {
  return PosA.some(({ RFN, RTN }) => isText(RFN) || isText(RTN));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
