/** What is asked of receipts and configurations in Hungary. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import { isPosition, isTraining, type CompleteEsr, type Esr, type JournalRecord } from '../../receipt/tra.ts';
import { cashStays } from '../base/void-reasons.ts';
import type { CountryServices } from '../contract/services.ts';
import { cashIssues, cashMoveOf, cashOf } from './cash.ts';
import { issue } from './codes.ts';
import { currencyOf, FORINT } from './invoice/data.ts';
import { buyerOf, readTaxNumber } from './customer.ts';
import { isInvoice, kindOf } from './kind.ts';
import { planOf } from './order.ts';
import { groupOf } from './taxes.ts';

/** What looks wrong with a configuration. */
export function cfgWarnings({ Cmp }: Cfg): string[] {
  if (readTaxNumber(Cmp.TaxId)) return [];
  return ['Cfg.Cmp.TaxId: is no Hungarian tax number (adószám) such as 12345676-2-41'];
}

/** What is wrong with a completed receipt. */
export function checkReceipt(esr: CompleteEsr, cfg: Cfg): Issue[] {
  const kind = kindOf(esr);
  const isPrinted = kind !== 'nothing' && kind !== 'text' && kind !== 'invoice';
  if (isPrinted && currencyOf(cfg) !== FORINT)
    return [issue('#HU_CURRENCY', 'Cfg.Cmp.Currency', 'receipts are in forint; other money is for invoices')];
  switch (kind) {
    case 'open':
      return cashIssues(cashOf(esr));
    case 'payin':
    case 'payout': {
      const read = cashMoveOf(esr, kind);
      return 'issues' in read ? read.issues : [];
    }
    case 'sale':
    case 'return':
    case 'void': {
      const planned = planOf(esr, kind);
      return 'issues' in planned ? planned.issues : [];
    }
    case 'invoice':
      return checkInvoice(esr);
    default:
      return [];
  }
}

/** An invoice names its customer, and NAV is told amounts with their tax. */
function checkInvoice(esr: CompleteEsr): Issue[] {
  const issues: Issue[] = [];
  if (esr.TaxN === '1') issues.push(issue('#HU_NET', 'ESR.TaxN', 'send amounts with their tax'));
  if (esr.PosA.filter((position) => isPosition(position)).length === 0)
    issues.push(issue('#HU_NEGATIVE', 'ESR.PosA', 'an invoice has positions'));
  const read = buyerOf(esr.Ctm);
  if ('wrong' in read) issues.push(...read.wrong.map(({ path, text }) => issue('#HU_CUSTOMER', path, text)));
  else if (!read.buyer)
    issues.push(issue('#HU_CUSTOMER', 'ESR.Ctm.Nam', 'an invoice names its customer with address'));
  for (const [i, line] of esr.TaxA.entries()) {
    if (groupOf(line, esr.D.slice(0, 10)) === null)
      issues.push(issue('#HU_TAX', `ESR.TaxA[${i}].Prc`, `${line.Prc ?? '?'} % is no Hungarian rate`));
  }
  return issues;
}

/** A printer takes back sales alone. */
export function checkVoid({ ESR }: JournalRecord): Issue[] {
  if (!ESR) return [];
  if (['open', 'payin', 'payout'].includes(kindOf(ESR as CompleteEsr))) return cashStays();
  if (minor(ESR.T, 2) >= 0 || isInvoice(ESR)) return [];
  return [issue('#HU_REFERENCE', 'ESR.RFN', 'a return cannot be taken back; sell the goods again')];
}

/** A test system prints no documents (`Reg_test`). */
export function interpret(esr: Esr, services: Pick<CountryServices, 'attributes'>): Esr {
  const isDocument = esr.NF === undefined && (esr.NFS === undefined || isInvoice(esr)) && !isTraining(esr);
  return isDocument && services.attributes().flag('Reg_test') ? { ...esr, NFS: 'Training' } : esr;
}
