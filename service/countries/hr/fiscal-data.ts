/** What the answer carries of a reported receipt (`Fis`), all of which must be printed. */
import type { Fis } from '../../receipt/tra.ts';
import { tag } from '../base/online/tags.ts';
import { ENVIRONMENT } from './environment.ts';
import { qrText } from './qr.ts';
import type { HrReceipt } from './receipt-data.ts';

/** On receipts that were reported to the test system: their codes look real. */
export const TEST_TEXT = 'TESTNI RAČUN, NIJE VALJAN';

/**
 * ZKI, JIR, number and QR code of a receipt.
 * @param jir null as long as CIS has given none: it is printed without, and the customer can check it by its ZKI
 * @param isTest the test system is asked (Fiscal_Test)
 */
export function fiscalData(receipt: HrReceipt, jir: string | null, isTest: boolean): Fis {
  const { number, premises, device, zki, inVatSystem } = receipt;
  return {
    Code: qrText(receipt, jir),
    Tag: [
      tag('Broj računa', 'BrRac', `${number}/${premises}/${device}`),
      tag('ZKI', 'ZKI', zki),
      ...(jir === null ? [] : [tag('JIR', 'JIR', jir)]),
      ...(isTest ? [tag('', 'Test', TEST_TEXT)] : []),
    ],
    ...ENVIRONMENT.mark(isTest),
    ...(!inVatSystem && { HR_USustPdv: '0' }),
  };
}
