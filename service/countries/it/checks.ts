/** What Italy demands of a configuration and of receipts, before the printer is asked. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr, JournalRecord } from '../../receipt/tra.ts';
import type { CountryServices } from '../contract/services.ts';
import { issue } from './codes.ts';
import { isDocument, kindOf } from './kind.ts';
import { planOf } from './order.ts';
import { bareTaxId, isVatNumber } from './tax-id.ts';
import { departmentsOf } from './taxes.ts';

/** What looks wrong in a configuration. The printer has the data of its shop: those here are on no document. */
export function cfgWarnings({ Cmp }: Cfg): string[] {
  if (isVatNumber(bareTaxId(Cmp.TaxId))) return [];
  return ['Cfg.Cmp.TaxId: is no Italian VAT number (partita IVA) of eleven digits'];
}

/** What is wrong with a completed receipt. */
export function checkReceipt(esr: CompleteEsr, context: CountryServices): Issue[] {
  const kind = kindOf(esr);
  if (!isDocument(kind)) return [];
  // What the printer itself is set to is asked later (memory.ts).
  const planned = planOf(
    esr,
    kind,
    departmentsOf(context.attributes()),
    context.fiscalPrinter?.()?.isPaperless,
  );
  return 'issues' in planned ? planned.issues : [];
}

/** A printer takes back sales alone. */
export function checkVoid({ ESR }: JournalRecord): Issue[] {
  if (!ESR || minor(ESR.T, 2) >= 0) return [];
  return [issue('#IT_REFERENCE', 'ESR.RFN', 'a return cannot be taken back; sell the goods again')];
}
