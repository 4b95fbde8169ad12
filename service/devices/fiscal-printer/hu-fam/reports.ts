/** What the register in the cloud is told besides sales: its day, cash that is moved, what foreign money is worth. */
import { amountText } from '../amount.ts';
import type { CashMove } from '../contract.ts';
import { CASH_NAME, CURRENCY, cut, type Body } from './documents.ts';

/** Names of the reasons of the law (48/2013 NGM) for cash that is put in and taken out. */
const REASONS: Readonly<Record<number, string>> = {
  ...{ 1: 'CHANGE', 2: 'CASHIER_DEPOSIT', 3: 'COLLECTION', 4: 'LOTTERY_TICKET_SALE', 5: 'DEPOSIT' },
  ...{ 6: 'DEFICIT', 7: 'TIP', 31: 'SKIMMING', 32: 'CASHIER_WITHDRAWAL', 33: 'VOUCHER_OUT' },
  ...{ 34: 'GIFT_CARD_OUT', 35: 'SALARY_PAYMENT', 36: 'ADVANCE_PAYMENT', 37: 'POSTAL_FEE' },
  ...{ 38: 'OTHER_FEES', 39: 'PROCUREMENT', 40: 'TURNOVER_WITHDRAWAL' },
};
const OTHER = { in: 'OTHER_CASH_IN', out: 'OTHER_CASH_OUT' };
const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£' };

/** Opens the day. @param cash in the drawer, hundredths */
export function openBody(systemId: string, cash: number): Body {
  return { ...{ '@type': 'createFiscalDayOpen', systemId }, cashDrawer: [money(cash)], docCustomInfo: [] };
}

/** Reports how the register stands, or closes the day. */
export function reportBody(
  systemId: string,
  type: 'createCashRegisterReport' | 'createFiscalDayReport',
): Body {
  return { '@type': type, systemId, docCustomInfo: [] };
}

/** Cash that is put in or taken out: what changes in the drawer, so that the latter is negative. */
export function cashBody(systemId: string, { direction, reason, text, amount }: CashMove): Body {
  const pmtReason = REASONS[reason] ?? OTHER[direction];
  return {
    ...{ '@type': 'createCashFlowReport', systemId, pmtReason },
    otherTitle: pmtReason === OTHER[direction] ? cut(text) : null,
    cashDrawer: [money(direction === 'in' ? amount : -amount)],
    ...{ docCustomInfo: [], createDownloadInfo: false },
  };
}

/** What one of a foreign currency is worth. @param rate decimal text */
export function currencyBody(currency: string, rate: string): Body {
  return {
    ...{ currencyCode: currency, conversionValue: rate, displayPrecision: 2, isNative: false },
    ...{ symbol: SYMBOLS[currency] ?? currency, print: true },
  };
}

function money(amount: number) {
  const cash = { moneyCat: 'CASH', name: CASH_NAME, moneySubCat: null };
  return { ...cash, moneyAmount: amountText(amount), currency: CURRENCY };
}
