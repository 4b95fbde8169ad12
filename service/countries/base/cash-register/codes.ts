/** The predefined codes of SAF-T Cash Register that Denmark and Norway share (code lists of Skatteetaten and Skatteforvaltningen). */
import { predefined } from './predefined.ts';

/** Transactions (family 11). */
export const TRANSACTION = {
  cashSale: '11001',
  creditSale: '11002',
  returnPayment: '11006',
  openingFloat: '11007',
  payOut: '11010',
  payIn: '11011',
  cashAndCredit: '11015',
  cashAndReturn: '11016',
  creditAndReturn: '11017',
} as const;

/** Events (family 13). */
export const EVENT = {
  start: '13001',
  stop: '13002',
  login: '13003',
  logout: '13004',
  drawerOpen: '13005',
  drawerClose: '13006',
  update: '13007',
  xReport: '13008',
  zReport: '13009',
  suspend: '13010',
  resume: '13011',
  sale: '13012',
  return: '13013',
  copy: '13014',
  proforma: '13015',
  delivery: '13016',
  training: '13017',
  otherReceipt: '13018',
  withdrawal: '13019',
  export: '13020',
  priceChange: '13021',
  priceInquiry: '13022',
  trainingOn: '13023',
  trainingOff: '13024',
  void: '13028',
  other: '13999',
  /** A basic of our own beneath “other”, as in the official Norwegian example: a line that was taken back before the end of a sale. */
  lineDeleted: 'LINEDELETE',
} as const;

/**
 * Events that a POS may name by their predefined code. Those of documents, of reports and of money
 * are not among them: what they are is what is sent with them.
 */
export const REPORTED: ReadonlySet<string> = new Set([
  ...['13001', '13002', '13003', '13004', '13005', '13006', '13007', '13010', '13011', '13016', '13020'],
  ...['13021', '13022', '13023', '13024', '13025', '13026', '13027', '13029', '13030'],
]);

/** Raises (family 10). */
export const RAISE = { tip: '10001', other: '10999' } as const;

/** A basic of our own: discounts, which have no predefined code. */
export const DISCOUNT = 'DISCOUNT';

/** Article group of what a POS gives none for: sale of goods. */
export const GOODS = '04003';

/** Article group of what has a group of the POS alone. */
export const OTHER_GROUP = '04999';

const PAYMENTS: Readonly<Record<string, string>> = {
  ...{ cash: '12001', change: '12001', refund: '12001', atm: '12001', foreign: '12001' },
  ...{ debitcard: '12002', creditcard: '12003', title: '12005', loyalty: '12007' },
  ...{ check: '12009', creditnote: '12010', mobile: '12011' },
};

/** Code of a payment group: a predefined code counts as it is, an unknown group as other (12999). */
export function paymentCode(group = 'cash'): string {
  return predefined('12', group) ? group : Object.hasOwn(PAYMENTS, group) ? PAYMENTS[group]! : '12999';
}

/** Payments that have to name the card or terminal. */
export const REFERENCED: ReadonlySet<string> = new Set(['12002', '12003', '12011']);
