/** The QR code of a receipt: an address where its customer can check it (technical specification, QR code). */
import type { HrReceipt } from './receipt-data.ts';

/** The law's picture: at least 2 by 2 cm, error level L or better; `Fis_QR` says how ours is drawn. */
const ADDRESS = 'https://porezna.gov.hr/rn';

/** {@link CountrySignature.receiptCheck} of Croatia. */
export const RECEIPT_CHECK = `${ADDRESS}?` as const;

/** The address. Without a JIR the receipt is known by its ZKI. */
export function qrText(
  { time, total, zki }: Pick<HrReceipt, 'time' | 'total' | 'zki'>,
  jir: string | null,
): string {
  const minute = `${time.slice(0, 10).replaceAll('-', '')}_${time.slice(11, 16).replace(':', '')}`;
  return `${RECEIPT_CHECK}${jir === null ? `zki=${zki}` : `jir=${jir}`}&datv=${minute}&izn=${total}`;
}
