/** Orders as commands of the driver. All values are texts, as its makers' integration sends them. */
import type { Buyer, CashMove, Item, Order, Payment } from '../contract.ts';

/** A command with its data. */
export interface Command {
  command: string;
  data?: Record<string, unknown>;
}

const MOST_TEXT = 38;
const MOST_LINE = 42;
/** iFiscalType of cash, other means and foreign money. */
const [CASH, OTHER, FOREIGN] = [0, 2, 4];
/** iType: currency of a payment. */
const [EURO, FOREIGN_MONEY] = [1, 3];

/** Hundredths as the driver reads them, `1499.00`. */
export function amountText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A receipt, an invoice, a return or a void. */
export function receiptCommand(order: Order): Command {
  const { kind, of = null, buyer, reason = '', items, payments, head = [], foot = [] } = order;
  const original = of && {
    ...{ iType: of.type === 'SZ' ? '0' : '1', sOrigDate: of.day.replaceAll('-', '.') },
    ...{ sOrigType: of.type ?? 'NY', sOrigBBOXID: of.serial },
    ...{ iOrigClosure: String(of.z), iOrigNr: String(of.number), sReasonCode: reason },
  };
  return {
    command: kind === 'sale' ? (buyer ? 'printInvoice' : 'printReceipt') : kind,
    data: {
      ...original,
      ...(buyer && { customerData: customerData(buyer) }),
      ...listed('iHeadCnt', 'heads', head.map(line)),
      ...listed('iItemCnt', 'items', items.map(item)),
      ...paid(payments),
      ...listed('iBarcodeCnt', 'barcodes', []),
      ...listed('iTextCnt', 'texts', foot.map(line)),
    },
  };
}

/** Opens the day with the cash in the drawer. */
export function openDayCommand(cash: number): Command {
  return { command: 'openDay', data: paid(cash > 0 ? [forint(cash)] : []) };
}

/** Cash in or out. */
export function cashCommand({ direction, reason, text, amount }: CashMove): Command {
  return {
    command: direction === 'in' ? 'moneyIn' : 'moneyOut',
    data: { iReasonCode: String(reason), sReasonText: cut(text, MOST_TEXT), ...paid([forint(amount)]) },
  };
}

function forint(amount: number): Payment {
  return { text: 'Forint', amount, type: CASH, index: 0 };
}

function customerData({ name, zip, city, street, taxId }: Buyer): Record<string, string> {
  return {
    ...{ sCustomerName: cut(name, MOST_LINE), sCustZip: cut(zip, 10), sCustCity: cut(city, MOST_TEXT) },
    sCustPublicPlace: cut(street, MOST_LINE),
    iPrivatePerson: taxId === undefined ? '1' : '0',
    ...(taxId !== undefined && { sCustTaxId: cut(taxId, 20) }),
  };
}

function item({ text, quantity, price, department, discount }: Item): Record<string, unknown> {
  const [whole, part = ''] = quantity.split('.');
  const discounts = discount
    ? [
        {
          iDscCnt: '1',
          stDiscount: { sName: cut(discount.text, MOST_TEXT), fAmount: amountText(discount.amount) },
        },
      ]
    : [];
  return {
    stItem: {
      ...{ sName: cut(text, MOST_TEXT), iVATIndex: String(department), sArtNr: '' },
      ...{ fPrice: amountText(price), fQuantity: `${whole!}.${part.padEnd(3, '0')}`, itemDsc: discounts },
    },
  };
}

function paid(payments: readonly Payment[]): Record<string, unknown> {
  return listed('iPaymentCnt', 'payments', payments.map(payment));
}

function payment({ text, amount, type, index, foreign }: Payment): Record<string, unknown> {
  const other = type === OTHER && { iFiscalSubType: String(index) };
  const money = foreign &&
    type === FOREIGN && {
      ...{ iType: String(foreign.currency === 'EUR' ? EURO : FOREIGN_MONEY), fRate: foreign.rate },
      ...{
        sNotation: foreign.currency,
        sSymbol: foreign.currency,
        fForeignAmount: amountText(foreign.amount),
      },
    };
  return {
    stPayment: {
      ...{ sName: cut(text, MOST_TEXT), fAmount: amountText(amount), iFiscalType: String(type) },
      ...{ ...other, ...money },
    },
  };
}

function listed(count: string, name: string, list: readonly unknown[]): Record<string, unknown> {
  return { [count]: String(list.length), [name]: list };
}

function line(text: string): string {
  return cut(text, MOST_LINE);
}

/** One line of what the printer has letters for. */
function cut(text: string, most: number): string {
  return text.replace(/[^\u0020-\u007E\u00A0-\u017F\u20AC]/gu, ' ').slice(0, most);
}
