/** What the answer carries of a receipt (`Fis`), all of which must be printed. */
import type { Fis } from '../../receipt/tra.ts';
import { tag, trainingTag } from '../base/online/tags.ts';
import { ENVIRONMENT } from './credentials.ts';
import type { Item } from './items.ts';
import { offlineCode, okpOf } from './pkp.ts';
import type { SkReceipt } from './receipt-data.ts';

/** On receipts that were told to the integration environment: their codes look real. */
export const TEST_TEXT = 'TESTOVACÍ DOKLAD, NEPLATNÝ';

/** On receipts of training (ND). */
export const INVALID = 'NEPLATNÝ DOKLAD';

/**
 * Codes of a receipt.
 * @param answer null as long as there is no UID: it is printed with its PKP
 */
export function fiscalData(
  { data, items, pkp }: SkReceipt,
  answer: { uid: string; warning: string | null } | null,
  isTest: boolean,
): Fis {
  const okp = okpOf(pkp);
  return {
    Code: answer?.uid ?? offlineCode(data, pkp),
    Tag: [
      ...(data.ReceiptType === 'ND' ? [trainingTag(INVALID)] : []),
      tag('Kód pokladnice', 'Kód pokladnice', data.CashRegisterCode),
      tag('DIČ', 'DIČ', data.Dic),
      ...(data.Ico === undefined ? [] : [tag('IČO', 'IČO', data.Ico)]),
      ...(data.IcDph === undefined ? [] : [tag('IČ DPH', 'IČ DPH', data.IcDph)]),
      tag('Poradové číslo', 'Poradové číslo', data.ReceiptNumber),
      tag('Dátum vytvorenia', 'Dátum vytvorenia', printedTime(data.CreateDate)),
      ...(data.ParagonNumber === undefined
        ? []
        : [
            tag('Paragón číslo', 'Paragón', data.ParagonNumber),
            tag('Dátum vyhotovenia', 'Dátum vyhotovenia', printedTime(data.IssueDate!)),
          ]),
      ...(data.InvoiceNumber === undefined ? [] : [tag('Číslo faktúry', 'Faktúra', data.InvoiceNumber)]),
      ...distinct(items, ({ ReferenceReceiptId: id }) => id).map((id) =>
        tag('Pôvodný doklad', 'Pôvodný doklad', id),
      ),
      ...sellersOf(items).map(([label, id]) => tag(label, 'Predajca', id)),
      tag('OKP', 'OKP', okp),
      answer ? tag('UID', 'UID', answer.uid) : tag('PKP', 'PKP', pkp),
      ...(isTest ? [tag('', 'Test', TEST_TEXT)] : []),
    ],
    ...{ OKP: okp, FN: data.ReceiptNumber, DN: data.ReceiptNumber, D: data.CreateDate.slice(0, 19) },
    ...(answer?.warning && { SK_Warning: answer.warning }),
    ...ENVIRONMENT.mark(isTest),
  };
}

/** In whose name positions are sold. */
function sellersOf(items: readonly Item[]): [label: string, id: string][] {
  const labels = { DIC: 'DIČ predajcu', IC_DPH: 'IČ DPH predajcu' } as const;
  return Object.entries(labels).flatMap(([type, label]) =>
    distinct(items, ({ SellerId, SellerIdType }) => (SellerIdType === type ? SellerId : undefined)).map(
      (id): [string, string] => [label, id],
    ),
  );
}

function distinct(items: readonly Item[], of: (item: Item) => string | undefined): string[] {
  return [...new Set(items.map(of).filter((one) => one !== undefined && one !== ''))] as string[];
}

function printedTime(time: string): string {
  return time.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d).*$/, '$3.$2.$1 $4');
}
