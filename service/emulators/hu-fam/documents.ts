/** Documents of the register: their types, and how they look in answers. */
import { createHash } from 'node:crypto';
import { localTime } from '../../clock.ts';
import { customerOf, hasFields, itemsOf, need, plain, shown, type Data } from './bodies.ts';
import type { DocumentType, Stored, StoredItem } from './memory.ts';

/** `itemCat` of each document of a sale. */
const SOLD = [
  ...['SALE', 'VOID_SALE', 'DISCOUNT', 'VOID_DISCOUNT', 'NB_DISCOUNT', 'VOID_NB_DISCOUNT', 'SURCHARGE'],
  ...['VOID_SURCHARGE', 'EMPTIES', 'VOID_EMPTIES'],
];
/** The same of returns. */
const RETURNED = [
  ...['RETURN', 'VOID_RETURN', 'EMPTIES', 'VOID_EMPTIES', 'SURCHARGE', 'VOID_SURCHARGE', 'DISCOUNT'],
  'VOID_DISCOUNT',
];
/** What each message begins or makes. */
export const CREATES: Readonly<Record<string, DocumentType>> = {
  ...{
    createReceipt: 'RECEIPT',
    createSimpleInvoice: 'SIMPLE_INVOICE',
    createReturnReceipt: 'RETURN_RECEIPT',
  },
  ...{ createVoidReceipt: 'VOID_RECEIPT', createFiscalDayOpen: 'FISCAL_DAY_OPEN' },
  ...{ createFiscalDayReport: 'FISCAL_DAY_REPORT', createCashRegisterReport: 'CASH_REGISTER_REPORT' },
  createCashFlowReport: 'CASH_FLOW_REPORT',
};
/** What each message ends. */
export const CLOSES: Readonly<Record<string, DocumentType>> = {
  ...{ closeReceipt: 'RECEIPT', closeSimpleInvoice: 'SIMPLE_INVOICE', closeReturnReceipt: 'RETURN_RECEIPT' },
  closeVoidReceipt: 'VOID_RECEIPT',
};
/** Why cash is put in, and taken out. */
export const CASH_IN = [
  ...['CHANGE', 'CASHIER_DEPOSIT', 'COLLECTION', 'LOTTERY_TICKET_SALE', 'DEPOSIT', 'DEFICIT', 'TIP'],
  'OTHER_CASH_IN',
];
export const CASH_OUT = [
  ...['SKIMMING', 'CASHIER_WITHDRAWAL', 'VOUCHER_OUT', 'GIFT_CARD_OUT', 'SALARY_PAYMENT', 'ADVANCE_PAYMENT'],
  ...['POSTAL_FEE', 'OTHER_FEES', 'PROCUREMENT', 'TURNOVER_WITHDRAWAL', 'OTHER_CASH_OUT'],
];

/** What a message that begins a document of a sale sells. @throws Malformed */
export function soldItems(type: DocumentType, body: Data): StoredItem[] {
  const isBack = type === 'RETURN_RECEIPT' || type === 'VOID_RECEIPT';
  const isVoid = type === 'VOID_RECEIPT';
  const terms = ['sourceDocType?', 'fulfillmentDate?', 'paymentDue?', 'paymentType?', 'billTo?'];
  const more = isVoid
    ? ['sourceDocNo', 'voidReason', ...terms]
    : isBack
      ? ['sourceDocNo', 'returnReason', ...terms]
      : type === 'SIMPLE_INVOICE'
        ? ['billTo']
        : [];
  hasFields(body, '@type', 'systemId', 'receiptItems', ...more);
  if (body.billTo !== undefined) customerOf(body.billTo);
  const categories = isVoid ? SOLD.filter((one) => one.startsWith('VOID_')) : isBack ? RETURNED : SOLD;
  const items = itemsOf(body.receiptItems, categories, isBack, isVoid);
  if (isBack)
    need(
      isVoid ? /^S[0-8]$/.test(String(body.voidReason)) : /^V[1-3]$/.test(String(body.returnReason)),
      'reason',
    );
  if (body.sourceDocType === 'SIMPLE_INVOICE')
    need(
      body.paymentType === 'CASH' && Number.isSafeInteger(body.fulfillmentDate) && body.billTo !== undefined,
      'terms',
    );
  return items;
}

/** The beginning of a document. */
export function head({ day, id, created }: Stored): Data {
  return {
    ...{ '@type': 'docCreate', fiscalDayNo: String(day), docId: String(id), moneyCode: 'HUF' },
    docCreationDate: shownTime(created),
  };
}

/** The end of a document. @param docNo its number @param rest what is given back, and what is rounded; @param now ms since 1970 */
export function docClose(
  { total }: Stored,
  docNo: string,
  { change, round }: { change: number; round: number },
  now: number,
): Data {
  const named = (text: string, value: string) => ({ text, value });
  const money = (name: string, moneyCat: string, amount: number) =>
    amount === 0 ? [] : [{ name, moneyCat, moneySubCat: null, moneyAmount: shown(amount), currency: 'HUF' }];
  const control = createHash('sha256').update(docNo).digest('hex').slice(0, 5).toUpperCase();
  return {
    ...{ '@type': 'docClose', footNote: null },
    docCloseDate: named('DÁTUM:', shownTime(now)),
    docValidationCode: named('NAV ELLENŐRZŐ KÓD', control),
    ...{ docNo: named('SORSZÁM:', docNo), docInterruption: false, docInterruptionCause: null },
    docTotal: named('ÖSSZESEN', shown(total)),
    paymentDetails: [...money('VISSZAJÁRÓ', 'CHANGE', change), ...money('KEREKÍTÉS', 'ROUND', round)],
  };
}

/** Content of the code by which a customer gets a document. */
export function codeOf({ total }: Stored, docNo: string): string {
  return `2|B${docNo}|D${digest(docNo, 5)}|T${plain(total)}|S${digest(`${docNo} ${total}`, 32)}`;
}

/** `2026.11.20. 16:55:00`. */
function shownTime(ms: number): string {
  const [day = '', time = ''] = localTime(ms).split('T');
  return `${day.replaceAll('-', '.')}. ${time.slice(0, 8)}`;
}

function digest(text: string, bytes: number): string {
  return createHash('sha256').update(text).digest().subarray(0, bytes).toString('base64');
}
